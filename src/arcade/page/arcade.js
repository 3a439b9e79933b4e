// The page: keeps the address, asks the server, shows the answer. No rule is known here.
import { MARK, ask, html, say } from "./dom.js";
import { draw } from "./boards.js";
import { graph } from "./graph.js";
import { openFile, saveGame } from "./replay.js";
import * as hats from "./hats.js";
import * as tree from "./tree.js";

const THINKING = 350;
const MOST_BUTTONS = 80;
const $ = id => document.getElementById(id);

let games = [];
let game;           // the one on the page
let look;           // what the server says of the position
let future = [];    // moves that were taken back
let touched = [];   // pieces that were touched for a move that is not complete
let paused = false; // somebody looks back: programs wait
let ours;           // the address that this page made last
let asked = 0;
let timer;

// The address is the position: #/GAME?VARIANT&start=...&moves=...&p1=...&p2=...&values=1

function address() {
  const [path, words] = location.hash.replace(/^#\/?/, "").split("?");
  return { name: path || "sticks", query: new URLSearchParams(words) };
}

function go(name, query) {
  ours = `#/${name}?${query}`;
  if (location.hash === ours) show(); else location.hash = ours;
}

function played() {
  return (address().query.get("moves") ?? "").split(",").filter(Boolean);
}

function goTo(moves) {
  const { query } = address();
  if (moves.length) query.set("moves", moves.join(",")); else query.delete("moves");
  go(game.name, query);
}

function play(move) {
  future = [];
  paused = false;
  goTo([...played(), move]);
}

function jump(ply) {
  const all = [...played(), ...future];
  const now = Math.max(0, Math.min(ply, all.length));
  future = all.slice(now);
  paused = true;
  goTo(all.slice(0, now));
}

function startAnew() {
  future = [];
  paused = false;
  const { query } = address();
  query.delete("start");
  query.delete("moves");
  go(game.name, query);
}

function load(found) {
  future = [];
  const query = new URLSearchParams(found.variant);
  query.set("values", "1");
  if (found.moves.length) query.set("moves", found.moves.join(","));
  go(found.game, query);
}

function sorry(error) {
  $("sorry").textContent = error?.message ?? "";
  $("sorry").hidden = !error;
}

// Asks about the address and shows the answer, unless another question was asked meanwhile.
async function show() {
  const turn = ++asked;
  const { name, query } = address();
  clearTimeout(timer);
  touched = [];
  try {
    game = games.find(game => game.name === name);
    if (!game) throw new Error(`There is no game called ${name}.`);
    setUp(query);
    const words = new URLSearchParams(query);
    words.set("values", query.has("values"));
    const answer = await ask(`/api/${name}?${words}`);
    if (turn !== asked) return;
    look = answer;
    sorry();
    render();
    document.body.dataset.shown = location.hash;
    letProgramMove(query, turn);
  } catch (error) {
    if (turn !== asked) return;
    look = undefined;
    sorry(error);
    for (const id of ["turn", "verdict", "board", "choices", "graph", "history"]) $(id).replaceChildren();
    document.body.dataset.shown = location.hash;
  }
}

function seat(query, side) {
  return query.get(`p${side + 1}`) ?? "person";
}

function letProgramMove(query, turn) {
  const now = look.positions.at(-1), player = seat(query, now.to_move);
  if (now.winner !== null || player === "person" || paused) return;
  timer = setTimeout(async () => {
    const words = new URLSearchParams(query);
    words.set("player", player);
    if (player === "hats") words.set("hats", hats.learnt(look.variant.sticks));
    try {
      const reply = await ask(`/api/${game.name}/reply?${words}`);
      if (turn === asked) goTo([...played(), reply.move]);
    } catch (error) {
      sorry(error);
    }
  }, THINKING);
}

// The form above the board, the links, and what only some games have.
function setUp(query) {
  document.title = `${game.title} · Sticks and Stones`;
  $("title").textContent = game.title;
  $("rules").textContent = game.rules;
  for (const link of $("games").children) {
    if (link.dataset.game === game.name) link.ariaCurrent = "page"; else link.ariaCurrent = null;
  }
  if ($("setup").dataset.game !== game.name) {
    $("setup").dataset.game = game.name;
    $("setup").replaceChildren(...game.variant.map(field), ...game.sides.map(chair));
    $("hats").hidden = game.name !== "sticks";
    $("search").hidden = game.name !== "take_stones";
  }
  for (const input of $("setup").elements) {
    const usual = game.variant.find(field => field.name === input.name)?.usual ?? "person";
    const value = query.get(input.name) ?? usual;
    if (input.type === "checkbox") input.checked = value === "1" || value === "true"; else input.value = value;
  }
  $("values").checked = query.has("values");
  if (game.name === "sticks") hats.show($("hats"), +$("setup").elements.sticks.value, meet);
  if (game.name === "take_stones") tree.mount($("search"), position);
}

function field({ name, label, low, high, flag }) {
  const limits = flag ? { type: "checkbox" } : { type: "number", min: low, max: high, required: true };
  return html("label", {}, `${label} `, html("input", { name, ...limits }));
}

function chair(side, index) {
  const select = html("select", { name: `p${index + 1}` }, new Option("a person", "person"));
  for (const player of game.players) select.add(new Option(player.label, player.name));
  return html("label", {}, `${side} `, select);
}

// Whoever changes the players goes on with the game; whoever changes the variant begins a new one.
function change(input) {
  const query = new URLSearchParams(), old = address().query;
  for (const { name, type, checked, value } of $("setup").elements) {
    const said = type === "checkbox" ? (checked ? "1" : "") : value;
    if (said && said !== "person") query.set(name, said);
  }
  const kept = input.tagName === "SELECT" ? ["start", "moves", "values"] : ["values"];
  for (const name of kept) if (old.has(name)) query.set(name, old.get(name));
  if (input.tagName !== "SELECT") future = [];
  paused = false;
  go(game.name, query);
}

function position() {
  const words = new URLSearchParams(address().query);
  for (const name of ["p1", "p2", "values"]) words.delete(name);
  return words;
}

function meet(sticks) {
  future = [];
  paused = false;
  go("sticks", new URLSearchParams({ sticks, p2: "hats" }));
}

function mine() {
  const now = look?.positions.at(-1);
  return now?.winner === null && seat(address().query, now.to_move) === "person";
}

function render() {
  const now = look.positions.at(-1), over = now.winner !== null, mover = game.sides[now.to_move];
  const ending = look.board.ending ?? `${game.sides[now.winner]} wins`;
  $("turn").textContent = over ? `${ending}.` : `${mover} to move: ${now.text}`;
  $("verdict").textContent = look.no_values ?? (now.value && !over ? `${say(now.value)} for ${mover}` : "");
  $("verdict").className = now.value?.value ?? "";
  drawBoard();
  const listed = look.moves.length > MOST_BUTTONS ? [] : look.moves;
  $("choices").replaceChildren(...listed.map(choice));
  $("goon").hidden = over || mine() || !paused;
  $("first").disabled = $("undo").disabled = !look.history.length;
  $("last").disabled = $("redo").disabled = !future.length;
  const plies = look.history.length + future.length;
  Object.assign($("scrub"), { max: plies, value: look.history.length, disabled: !plies });
  $("history").replaceChildren(...look.history.map(step), ...future.map(later));
  const valued = look.history.length && look.positions.every(position => position.value);
  $("graph").replaceChildren(...(valued ? [graph(look, game.sides)] : []));
}

function drawBoard() {
  const firsts = new Set(look.moves.map(move => move.touch[0]));
  const longer = look.moves.every(move => move.touch.length > 1);
  // With one piece to begin with there is nothing to choose.
  if (!touched.length && longer && firsts.size === 1) touched = [...firsts];
  $("board").replaceChildren(draw(game.name, look, touched));
  $("board").classList.toggle("mine", Boolean(mine()));
}

function choice(move, index) {
  const button = html("button", { disabled: !mine(), className: move.value?.value ?? "" }, move.text);
  button.dataset.move = move.move;
  if (index < 9) button.append(html("kbd", {}, String(index + 1)));
  if (move.value) button.append(html("span", { className: "worth" }, say(move.value)));
  return button;
}

function step({ move, text, value, blunder }, index) {
  const marked = value ? ` ${MARK[value.value]}${blunder ? " blunder" : ""}` : "";
  const button = html("button", { title: `${text} ${say(value)}` }, `${index + 1}. ${move}${marked}`);
  button.dataset.ply = index + 1;
  button.classList.toggle("now", index + 1 === look.history.length);
  button.classList.toggle("blunder", blunder);
  return html("li", {}, button);
}

function later(move, index) {
  const ply = look.history.length + index + 1;
  const button = html("button", { className: "later" }, `${ply}. ${move}`);
  button.dataset.ply = ply;
  return html("li", {}, button);
}

// A piece completes a move, begins one, or is let go.
function touch(name) {
  if (touched.includes(name)) {
    touched = touched.slice(0, touched.indexOf(name));
    return drawBoard();
  }
  const path = [...touched, name], same = move => path.every((piece, i) => move.touch[i] === piece);
  const through = look.moves.filter(same), whole = through.find(move => move.touch.length === path.length);
  if (whole) return play(whole.move);
  if (!through.length) return;
  touched = path;
  drawBoard();
}

function press(target) {
  const hit = target.closest("[data-move],[data-touch],[data-ply]");
  if (!hit || hit.disabled || !look) return;
  const { ply, move, touch: name } = hit.dataset;
  if (ply !== undefined) jump(+ply);
  else if (!mine()) return;
  else if (move) play(move);
  else touch(name);
}

const KEYS = {
  u: () => jump(played().length - 1), arrowleft: () => jump(played().length - 1),
  r: () => jump(played().length + 1), arrowright: () => jump(played().length + 1),
  home: () => jump(0), end: () => jump(Infinity),
  v: () => $("values").click(), n: startAnew,
};

function key(event) {
  const { key, target } = event, typing = /INPUT|SELECT|TEXTAREA/.test(target.tagName) && target.type !== "checkbox";
  if (event.ctrlKey || event.metaKey || event.altKey || typing) return;
  if (/^[1-9]$/.test(key)) return $("choices").children[key - 1]?.click();
  if ((key === "Enter" || key === " ") && target.dataset.touch) {
    event.preventDefault();
    const name = target.dataset.touch;
    press(target);
    // The board was drawn again: stay where one was.
    return $("board").querySelector(`[data-touch="${CSS.escape(name)}"]`)?.focus();
  }
  const known = KEYS[key.toLowerCase()];
  if (!known || !look) return;
  event.preventDefault();
  known();
}

function listen() {
  document.addEventListener("click", event => press(event.target));
  document.addEventListener("keydown", key);
  addEventListener("hashchange", () => {
    if (location.hash !== ours) future = [];
    show();
  });
  $("setup").addEventListener("submit", event => event.preventDefault());
  $("setup").addEventListener("change", event => change(event.target));
  $("scrub").oninput = () => jump(+$("scrub").value);
  $("first").onclick = KEYS.home;
  $("undo").onclick = KEYS.u;
  $("redo").onclick = KEYS.r;
  $("last").onclick = KEYS.end;
  $("goon").onclick = () => { future = []; paused = false; show(); };
  $("again").onclick = startAnew;
  $("values").onchange = () => {
    const { query } = address();
    if ($("values").checked) query.set("values", "1"); else query.delete("values");
    go(game.name, query);
  };
  $("save").onclick = () => look && saveGame(game.name, look, address().query.get("start"));
  $("file").onchange = () => {
    const page = new URLSearchParams({ game: game.name, ...look?.variant });
    openFile($("file"), page, $("found"), load).catch(sorry);
  };
}

function link({ name, title }) {
  const made = html("a", { href: `#/${name}` }, title);
  made.dataset.game = name;
  return made;
}

listen();
games = await ask("/api/games");
$("games").replaceChildren(...games.map(link));
show();
