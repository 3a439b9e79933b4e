// Game files: read and checked by the server, listed here.
import { ask, html } from "./dom.js";

// Opens the file of `input`; `load` shows a game, `place` gets the list if there are several.
export async function openFile(input, page, place, load) {
  const [file] = input.files;
  if (!file) return;
  const games = await ask(`/api/replay?${page}`, { method: "POST", body: file }).finally(() => { input.value = ""; });
  place.replaceChildren();
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
