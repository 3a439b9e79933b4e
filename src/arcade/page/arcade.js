// The page: keeps the address, asks the server, shows the answer. No rule is known here.
import { MARK, ask, html, reveal, say, spelt } from "./dom.js";
import { NARROW, draw } from "./boards.js";
import { graph } from "./graph.js";
import { openFile, saveGame } from "./replay.js";
import * as hats from "./hats.js";
import * as tree from "./tree.js";

const THINKING = 350;
const MOST_BUTTONS = 40;
const $ = id => document.getElementById(id);

let games = [];
let game;           // the one on the page
let look;           // what the server says of the position
let whole;          // and of the game with the moves that were taken back
let touched = [];   // pieces that were touched for a move that is not complete
let asked = 0;
let timer;
const remembered = { words: "", answer: undefined };

// The address is the position: #/GAME?VARIANT&start=...&later=...&moves=...&p1=...&p2=...&values=1
// What was taken back is `later`; as long as there is some of it, somebody looks back, and programs wait.

// Some mail programs write & in another way.
function address() {
  const [path, words] = location.hash.replace(/^#\/?/, "").replaceAll("&amp;", "&").split("?");
  return { name: path.replace(/\/$/, "") || "sticks", query: new URLSearchParams(words) };
}

function at(name, query) {
  const words = String(query);
  return `#/${name}${words && "?"}${words}`;
}

function go(name, query) {
  const next = at(name, query);
  if (location.hash === next) show(); else location.hash = next;
}

function listed(word) {
  return (address().query.get(word) ?? "").split(",").filter(Boolean);
}

const valued = query => query.has("values") && !/^(0|false|)$/.test(query.get("values"));
const played = () => listed("moves");
const later = () => listed("later");

function withMoves(moves, rest = []) {
  const { query } = address();
  for (const [word, list] of [["later", rest], ["moves", moves]]) {
    query.delete(word);
    if (list.length) query.set(word, list.join(","));
  }
  return query;
}

function play(move) {
  go(game.name, withMoves([...played(), move]));
}

// Looking about in a game leaves no trail: the way back in the browser leads to the last move that was made.
function jump(ply) {
  const all = [...played(), ...later()], now = Math.max(0, Math.min(ply, all.length));
  history.replaceState(null, "", at(game.name, withMoves(all.slice(0, now), all.slice(now))));
  show();
}

// To the next position, one way or the other, where a person has to decide; where none plays, to the next.
function turnOfPerson(step) {
  const { query } = address(), last = whole.positions.length - 1;
  const decides = ply => seat(query, whole.positions[ply].to_move) === "person";
  let ply = played().length + step;
  if (whole.positions.some((_, ply) => decides(ply))) while (ply > 0 && ply < last && !decides(ply)) ply += step;
  jump(ply);
}

function startAnew() {
  const { query } = address();
  for (const word of ["start", "moves", "later"]) query.delete(word);
  go(game.name, query);
}

function load(found) {
  const query = new URLSearchParams(found.variant);
  query.set("values", "1");
  if (found.moves.length) query.set("moves", found.moves.join(","));
  go(found.game, query);
}

function sorry(error) {
  $("sorry").hidden = !error;
  $("sorry").replaceChildren(...(error ? spelt(error.message) : []));
}

// What cannot be shown is said, with a way out.
function broken(error) {
  look = undefined;
  sorry(error);
  const out = game ? startOver : () => { location.hash = "#/sticks"; };
  $("sorry").append(html("button", { onclick: out }, game ? "Begin the usual game" : "To the games"));
  document.body.classList.add("broken");
}

function startOver() {
  go(game.name, new URLSearchParams());
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
    for (const side of [0, 1]) checkSeat(seat(query, side));
    const answer = await ask(`/api/${name}?${question(query, played())}`);
    const all = later().length ? await line(name, question(query, [...played(), ...later()])) : answer;
    if (turn !== asked) return;
    [look, whole] = [answer, all];
    sorry();
    document.body.classList.remove("broken");
    render();
    letProgramMove(query, turn);
  } catch (error) {
    if (turn !== asked) return;
    broken(error);
  }
  document.body.dataset.shown = location.hash;
}

function question(query, moves) {
  const words = new URLSearchParams(query);
  for (const word of ["p1", "p2", "later"]) words.delete(word);
  words.set("moves", moves);
  words.set("values", valued(query));
  return words;
}

// The whole game is the same at every step back, so it is asked about once.
async function line(name, question) {
  const words = `/api/${name}?${question}`;
  if (remembered.words !== words) Object.assign(remembered, { answer: await ask(words), words });
  return remembered.answer;
}

function seat(query, side) {
  return query.get(`p${side + 1}`) ?? "person";
}

function checkSeat(player) {
  if (player !== "person" && !game.players.some(({ name }) => name === player)) {
    throw new Error(`There is no player called \`${player}\` here.`);
  }
}

function letProgramMove(query, turn) {
  const now = look.positions.at(-1), player = seat(query, now.to_move);
  if (now.winner !== null || player === "person" || later().length) return;
  timer = setTimeout(async () => {
    const words = position();
    words.set("player", player);
    if (player === "hats") words.set("hats", hats.learnt(look.variant.sticks));
    try {
      const reply = await ask(`/api/${game.name}/reply?${words}`);
      if (turn === asked) play(reply.move);
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
    $("setup").replaceChildren(html("div", {}, ...game.variant.map(field)), html("div", {}, ...game.sides.map(chair)));
    $("hats").hidden = game.name !== "sticks";
    $("search").hidden = game.name !== "take_stones";
  }
  for (const input of $("setup").elements) {
    const usual = game.variant.find(field => field.name === input.name)?.usual ?? "person";
    const value = query.get(input.name) ?? usual;
    if (input.type === "checkbox") input.checked = value === "1" || value === "true"; else input.value = value;
  }
  $("values").checked = valued(query);
  if (game.name === "sticks") hats.show($("hats"), +$("setup").elements.sticks.value, meet);
  if (game.name === "take_stones") tree.mount($("search"), position);
}

function field({ name, label, low, high, flag }) {
  const limits = flag ? { type: "checkbox" } : { type: "number", min: low, max: high, required: true };
  const input = html("input", { name, ...limits });
  const called = html("span", {}, label);
  return flag ? html("label", {}, input, " ", called) : html("label", {}, called, input);
}

function chair(side, index) {
  const select = html("select", { name: `p${index + 1}` }, new Option("a person", "person"));
  for (const player of game.players) select.add(new Option(player.label, player.name));
  return html("label", {}, html("span", {}, side), select);
}

// Whoever changes the players goes on with the game; whoever changes the variant begins a new one.
function change(input) {
  const query = new URLSearchParams(), old = address().query;
  for (const { name, type, checked, value } of $("setup").elements) {
    const said = type === "checkbox" ? (checked ? "1" : "") : value;
    if (said && said !== "person") query.set(name, said);
  }
  const kept = input.tagName === "SELECT" ? ["start", "later", "moves", "values"] : ["values"];
  for (const name of kept) if (old.has(name)) query.set(name, old.get(name));
  go(game.name, query);
}

function position() {
  const words = new URLSearchParams(address().query);
  for (const name of ["p1", "p2", "values", "later"]) words.delete(name);
  return words;
}

function meet(sticks) {
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
  const shown = look.moves.length > MOST_BUTTONS ? [list(look.moves)] : look.moves.map(choice);
  const again = html("button", { className: "main", onclick: startAnew }, "Play again");
  keepFocus($("choices"), "move", () => $("choices").replaceChildren(...(over ? [again] : shown)));
  $("goon").hidden = over || mine() || !later().length;
  $("first").disabled = $("undo").disabled = !look.history.length;
  $("last").disabled = $("redo").disabled = !later().length;
  const plies = whole.history.length;
  Object.assign($("scrub"), { max: plies, value: look.history.length, disabled: !plies });
  keepFocus($("history"), "ply", () => $("history").replaceChildren(...whole.history.map(step)));
  reveal($("history"), $("history").querySelector(".now") ?? $("history").firstChild);
  const known = plies && whole.positions.every(position => position.value);
  $("graph").hidden = !known;
  const { paddingLeft, paddingRight } = getComputedStyle($("graph"));
  const room = $("graph").clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  $("graph").replaceChildren(...(known ? [graph(whole, look.history.length, game.sides, room)] : []));
  reveal($("graph"), $("graph").querySelector(".now"));
}

function drawBoard() {
  const firsts = new Set(look.moves.map(move => move.touch[0]));
  const longer = look.moves.every(move => move.touch.length > 1);
  // With one piece to begin with there is nothing to choose.
  if (!touched.length && longer && firsts.size === 1) touched = [...firsts];
  keepFocus($("board"), "touch", () => $("board").replaceChildren(draw(game.name, look, touched)));
  $("board").ariaLabel = `Board: ${look.positions.at(-1).position}`;
  $("board").classList.toggle("mine", Boolean(mine()));
}

// Draws a part of the page anew; whoever was there with the keyboard stays there, or close by.
function keepFocus(part, word, draw) {
  const at = part.contains(document.activeElement) ? document.activeElement.dataset[word] : undefined;
  draw();
  if (at === undefined) return;
  const all = [...part.querySelectorAll(`[data-${word}]:not(:disabled)`)];
  (all.find(one => one.dataset[word] === at) ?? all.at(-1))?.focus();
}

// Too many for buttons: not every piece of a large heap is drawn, so every move is listed.
function list(moves) {
  const select = html("select", { ariaLabel: "Legal moves" });
  for (const { move, text, value } of moves) select.add(new Option(`${text} ${say(value)}`, move));
  return html("span", { className: "row" }, select,
    html("button", { disabled: !mine(), onclick: () => play(select.value) }, "Play it"));
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
  button.classList.toggle("later", index >= look.history.length);
  button.classList.toggle("blunder", blunder);
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
  u: () => turnOfPerson(-1), arrowleft: () => jump(played().length - 1),
  r: () => turnOfPerson(1), arrowright: () => jump(played().length + 1),
  home: () => jump(0), end: () => jump(Infinity),
  v: () => $("values").click(), n: startAnew,
};

function key(event) {
  const { key, target } = event, field = /INPUT|SELECT|TEXTAREA/.test(target.tagName);
  const typing = field && target.type !== "checkbox" && target !== $("scrub");
  if (event.ctrlKey || event.metaKey || event.altKey || typing) return;
  if (/^[1-9]$/.test(key)) return $("choices").querySelectorAll("[data-move]")[key - 1]?.click();
  if ((key === "Enter" || key === " ") && target.dataset.touch) {
    event.preventDefault();
    return press(target);
  }
  const known = KEYS[key.toLowerCase()];
  if (!known || !look) return;
  event.preventDefault();
  known();
}

function listen() {
  document.addEventListener("click", event => press(event.target));
  document.addEventListener("keydown", key);
  addEventListener("hashchange", show);
  NARROW.addEventListener("change", () => look && drawBoard());
  $("setup").addEventListener("submit", event => event.preventDefault());
  $("setup").addEventListener("change", event => change(event.target));
  $("scrub").oninput = () => jump(+$("scrub").value);
  $("first").onclick = KEYS.home;
  $("undo").onclick = KEYS.u;
  $("redo").onclick = KEYS.r;
  $("last").onclick = KEYS.end;
  $("goon").onclick = () => go(game.name, withMoves(played()));
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
try {
  games = await ask("/api/games");
  $("games").replaceChildren(...games.map(link));
  show();
} catch (error) {
  sorry(error);
}
