// Game files: read by the server, listed here.
import { ask, load, sorry } from "/arcade.js";
export async function openFile(input, place) {
  const file = input.files[0];
  input.value = "";
  if (!file) return;
  try {
    const games = await ask("/api/replay", { method: "POST", body: file });
    sorry(); load(games[0]);
    place.replaceChildren();
    if (games.length < 2) return;
    const select = document.createElement("select"); select.setAttribute("aria-label", "Games of the file");
    games.forEach((g, i) => select.add(new Option(g.title, i)));
    select.onchange = () => load(games[select.value]);
    place.append(`${games.length} games in the file `, select);
  } catch (error) { sorry(error); }
}
export function saveGame(game, look) {
  const text = JSON.stringify({ game: game.name, variant: look.variant, moves: look.history.map(h => h.move) }) + "\n";
  const link = document.createElement("a"); link.download = game.name + ".jsonl"; link.href = "data:application/json," + encodeURIComponent(text); link.click();
}
