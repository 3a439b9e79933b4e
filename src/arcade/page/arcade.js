// The page: keeps the address, asks the server, shows the answer. No rule is known here.
import { draw, el, say, MARK } from "/boards.js";
import * as hats from "/hats.js";
import * as tree from "/tree.js";
import { openFile, saveGame } from "/replay.js";
const $ = id => document.getElementById(id);
let games = [], game, look, future = [], seats = ["person", "person"], board = {}, asked = 0, timer;

export async function ask(address, options) {
  const answer = await fetch(address, options), body = await answer.json();
  if (!answer.ok) throw new Error(body.error);
  return body;
}
export function sorry(error) { $("sorry").textContent = error ? error.message : ""; $("sorry").hidden = !error; }

// The address is the position: #/game?variant&moves=...&p1=...&p2=...
function read() {
  const [path, words] = location.hash.replace(/^#\/?/, "").split("?");
  return { name: path || "sticks", query: new URLSearchParams(words) };
}
function write(query, replace) {
  const address = "#/" + game.name + "?" + query;
  if (replace) history.replaceState(null, "", address); else location.hash = address;
  if (replace) show();
}
function go(moves, keepFuture) {
  const { query } = read();
  if (!keepFuture) future = [];
  moves.length ? query.set("moves", moves.join(",")) : query.delete("moves");
  write(query);
}
const played = () => (read().query.get("moves") || "").split(",").filter(Boolean);

async function show() {
  const { name, query } = read(), turn = ++asked;
  clearTimeout(timer);
  const found = games.find(g => g.name === name);
  if (!found) return sorry(new Error("There is no game called " + name + "."));
  if (game !== found) { game = found; board = {}; setup(query); }
  seats = [query.get("p1") || "person", query.get("p2") || "person"];
  try {
    const answer = await ask("/api/" + name + "?" + query);
    if (turn !== asked) return;
    look = answer; sorry();
    render(query);
    const now = look.positions.at(-1);
    if (now.winner === null && seats[now.to_move] !== "person") timer = setTimeout(() => reply(query, seats[now.to_move], turn), 350);
  } catch (error) { if (turn === asked) { sorry(error); $("board").replaceChildren(); $("choices").replaceChildren(); } }
}
async function reply(query, player, turn) {
  const words = new URLSearchParams(query); words.set("player", player);
  if (player === "hats" && hats.learnt(+words.get("sticks") || 20)) words.set("hats", hats.learnt(+words.get("sticks") || 20));
  try { const move = await ask(`/api/${game.name}/reply?${words}`); if (turn === asked) go([...played(), move.move]); } catch (error) { sorry(error); }
}
export function play(move) { go([...played(), move]); }
export function load(found) {
  future = []; const query = new URLSearchParams(found.variant);
  if (found.moves.length) query.set("moves", found.moves.join(","));
  $("values").checked = true; location.hash = `#/${found.game}?${query}`;
}
function setup(query) {
  $("title").textContent = game.title; $("rules").textContent = game.rules; document.title = game.title + " · Sticks and Stones";
  for (const link of $("games").children) link.toggleAttribute("aria-current", link.dataset.game === game.name);
  const fields = game.variant.map(f => {
    const input = document.createElement("input"); input.name = f.name;
    if (f.flag) { input.type = "checkbox"; input.checked = query.get(f.name) === "1"; }
    else { input.type = "number"; input.min = f.low; input.max = f.high; input.value = query.get(f.name) || f.usual; }
    return label(f.label, input);
  });
  const players = [0, 1].map(side => {
    const select = document.createElement("select"); select.name = "p" + (side + 1);
    for (const p of [{ name: "person", label: "a person" }, ...game.players]) select.add(new Option(p.label, p.name));
    select.value = query.get(select.name) || "person";
    return label(game.sides[side], select);
  });
  $("setup").replaceChildren(...fields, ...players);
  $("hats").hidden = game.name !== "sticks"; $("search").hidden = game.name !== "take_stones";
  if (game.name === "sticks") hats.mount($("hats"), () => +$("setup").sticks.value, () => { const q = new URLSearchParams({ sticks: $("setup").sticks.value, p2: "hats" }); game = null; location.hash = "#/sticks?" + q; });
  if (game.name === "take_stones") tree.mount($("search"), () => ({ stones: look?.variant.stones ?? 10, taken: played() }));
}
function label(text, input) { const made = document.createElement("label"); made.append(text + " ", input); return made; }
$("setup").addEventListener("submit", event => event.preventDefault());
$("setup").addEventListener("change", event => {
  const query = new URLSearchParams(), old = read().query;
  for (const f of $("setup").elements) {
    const value = f.type === "checkbox" ? (f.checked ? "1" : "") : f.value;
    if (value && value !== "person") query.set(f.name, value);
  }
  if (event.target.tagName === "SELECT" && old.get("moves")) query.set("moves", old.get("moves")); else future = [];
  write(query);
});
function render() {
  const now = look.positions.at(-1), values = $("values").checked, sides = game.sides;
  const shown = { ...look, moves: look.moves.map(m => values ? m : { ...m, value: null }) };
  $("turn").textContent = now.winner !== null ? `${look.board.ending || sides[now.winner] + " wins"}.` : `${sides[now.to_move]} to move: ${now.text}`;
  $("verdict").textContent = values && now.winner === null ? (look.no_values || say(now.value) + " for " + sides[now.to_move]) : "";
  $("verdict").className = values && now.value ? now.value.value : "";
  $("board").replaceChildren(draw[game.name](shown, board));
  const mine = now.winner === null && seats[now.to_move] === "person";
  $("choices").replaceChildren(...(look.moves.length > 60 || now.winner !== null ? [] : shown.moves.map((m, i) => {
    const button = document.createElement("button"); button.dataset.move = m.move; button.disabled = !mine;
    button.append(m.text);
    if (i < 9) { const key = document.createElement("kbd"); key.textContent = i + 1; button.append(key); }
    if (m.value) { const worth = document.createElement("span"); worth.className = "worth"; worth.textContent = say(m.value); button.append(worth); button.className = m.value.value; }
    return button;
  })));
  $("undo").disabled = $("first").disabled = !look.history.length; $("redo").disabled = $("last").disabled = !future.length;
  $("history").replaceChildren(...[...look.history.map((h, i) => step(i + 1, h.move + (values && h.value ? " " + MARK[h.value.value] : ""), h.text, values && h.blunder)), ...future.map((m, i) => step(look.history.length + i + 1, m, m))]);
  $("graph").replaceChildren(...(values && look.history.length ? [graph()] : []));
  if (mine && document.activeElement === document.body) $("choices").firstChild?.focus({ preventScroll: true });
}
function step(ply, text, title, blunder) {
  const item = document.createElement("li"), button = document.createElement("button");
  button.textContent = `${ply}. ${text}`; button.title = title; button.dataset.ply = ply;
  button.className = (ply === look.history.length ? "now " : "") + (blunder ? "blunder" : "");
  item.append(button); return item;
}
// The value of every position for the first player, as steps: above the line the first side wins.
function graph() {
  const points = look.positions, wide = Math.max(200, points.length * 24 + 60), ys = { 1: 14, 0: 40, "-1": 66 };
  const y = p => !p.value ? 40 : ys[({ win: 1, draw: 0, lose: -1 })[p.value.value] * (p.to_move ? -1 : 1)];
  const line = points.map((p, i) => `${i ? "L" : "M"}${60 + i * 24} ${y(p)}`).join("");
  const dots = points.map((p, i) => {
    const slip = i && look.history[i - 1].blunder;
    return el("circle", { cx: 60 + i * 24, cy: y(p), r: slip ? 6 : 4, fill: slip ? "var(--lose)" : "var(--accent)", "data-ply": i, class: "can" }, el("title", {}, `${i ? look.history[i - 1].text + ": " : ""}${say(p.value)} for ${game.sides[p.to_move]}`));
  });
  return el("svg", { viewBox: `0 0 ${wide} 80`, style: `max-width:${wide * 1.3}px;width:100%` }, el("path", { d: `M56 40H${wide}`, stroke: "var(--line)" }),
    el("text", { x: 0, y: 18, "font-size": 11 }, game.sides[0]), el("text", { x: 0, y: 70, "font-size": 11 }, game.sides[1]),
    el("path", { d: line, fill: "none", stroke: "var(--accent)", "stroke-width": 2 }), ...dots);
}
function jump(ply) {
  const all = [...played(), ...future]; future = all.slice(ply); go(all.slice(0, ply), true);
}
const undo = () => played().length && jump(played().length - 1), redo = () => future.length && jump(played().length + 1);
document.addEventListener("click", event => {
  const hit = event.target.closest("[data-move],[data-from],[data-ply]");
  if (!hit || hit.disabled) return;
  const now = look.positions.at(-1);
  if (hit.dataset.ply !== undefined) return jump(+hit.dataset.ply);
  if (now.winner !== null || seats[now.to_move] !== "person") return;
  if (hit.dataset.from) { board.from = hit.dataset.from; render(); } else { board = {}; play(hit.dataset.move); }
});
$("undo").onclick = undo; $("redo").onclick = redo; $("first").onclick = () => jump(0); $("last").onclick = () => jump(played().length + future.length);
$("again").onclick = () => go([]); $("values").onchange = () => look && render();
$("save").onclick = () => saveGame(game, look); $("file").onchange = event => openFile(event.target, $("found"));
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || /INPUT|SELECT|TEXTAREA/.test(event.target.tagName) && event.target.type !== "checkbox") return;
  const key = event.key.toLowerCase();
  if (key >= "1" && key <= "9") { const button = $("choices").children[key - 1]; if (button && !button.disabled) button.click(); }
  else if (key === "u" || key === "arrowleft") undo();
  else if (key === "r" || key === "arrowright") redo();
  else if (key === "home") jump(0);
  else if (key === "end") jump(played().length + future.length);
  else if (key === "v") $("values").click();
  else if (key === "n") go([]);
});
addEventListener("hashchange", () => { show(); });
games = await ask("/api/games");
$("games").replaceChildren(...games.map(g => { const link = document.createElement("a"); link.href = "#/" + g.name; link.textContent = g.title; link.dataset.game = g.name; return link; }));
show();
