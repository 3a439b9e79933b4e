// Game files: read and checked by the server, listed here.
import { ask, html } from "./dom.js";

// What is asked at once: so many games, in so many letters and the rest of a game.
const GAMES = 500, LETTERS = 250_000;
const MOST_LISTED = 5_000;

// A long file of lines goes in pieces. Each ends with a game and begins with the rules, if there are any.
async function* pieces(file) {
  const lines = (await file.text()).split("\n");
  try {
    JSON.parse(lines[0]);
  } catch {
    return yield { body: file, before: 0 };
  }
  let piece = [], rules = [], [letters, games, before] = [0, 0, 0];
  for (const [number, line] of lines.entries()) {
    if (line.startsWith('{"type":"tournament"')) rules = [line];
    piece.push(line);
    letters += line.length;
    if (!line.trim() || /^{"type":"(move|tournament)"/.test(line)) continue;
    games += 1;
    if (letters < LETTERS && games < GAMES) continue;
    yield { body: piece.join("\n") + "\n", before };
    [piece, letters, games, before] = [[...rules], 0, 0, number + 1 - rules.length];
  }
  if (games || !before) yield { body: piece.join("\n"), before };
}

// Opens the file of `input`; `load` shows a game, `place` gets the list if there are several.
export async function openFile(input, page, place, load) {
  const [file] = input.files, games = [];
  if (!file) return;
  input.value = "";
  place.replaceChildren();
  for await (const { body, before } of pieces(file)) {
    const found = await ask(`/api/replay?${page}`, { method: "POST", body }).catch(error => {
      throw new Error(error.message.replace(/^line (\d+)/, (_, line) => `line ${+line + before}`));
    });
    games.push(...found);
    if (games.length >= MOST_LISTED) break;
  }
  load(games[0]);
  if (games.length === 1) return;
  const select = html("select", { ariaLabel: "Games of the file" });
  games.forEach((game, index) => select.add(new Option(game.title, index)));
  select.onchange = () => load(games[select.value]);
  place.append(html("label", {}, `${games.length} games in the file `, select));
}

export function saveGame(name, look, start) {
  const variant = start ? { ...look.variant, start } : look.variant;
  const game = { game: name, variant, moves: look.history.map(step => step.move) };
  const href = `data:application/json,${encodeURIComponent(`${JSON.stringify(game)}\n`)}`;
  html("a", { href, download: `${name}.jsonl` }).click();
}
