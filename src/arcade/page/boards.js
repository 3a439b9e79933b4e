// Draws what the server says. Every shape that stands for a legal move has data-move.
const NS = "http://www.w3.org/2000/svg";
export function el(name, set = {}, ...inside) {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(set)) if (value !== undefined) made.setAttribute(key, value);
  made.append(...inside);
  return made;
}
export const MARK = { win: "▲", lose: "▼", draw: "◆" };
export function say(worth) {
  if (!worth) return "";
  return MARK[worth.value] + " " + worth.value + (worth.plies === null ? "" : " in " + worth.plies);
}
function svg(width, height, ...inside) { return el("svg", { viewBox: `0 0 ${width} ${height}`, role: "img" }, ...inside); }
function tag(x, y, worth, size = 11) {
  if (!worth) return [];
  return [el("text", { x, y, "text-anchor": "middle", "font-size": size, "font-weight": 700, class: worth.value },
    MARK[worth.value] + (worth.plies === null ? "" : " " + worth.plies))];
}
function legal(shape, move) {
  shape.setAttribute("class", "can"); shape.dataset.move = move.move;
  shape.append(el("title", {}, move.text));
  return shape;
}
// A heap: the k-th piece from the end takes k, where that is a move.
function heap(look, piece, width) {
  const left = look.board.left, perRow = Math.min(left || 1, width), rows = Math.ceil((left || 1) / perRow);
  const plain = new Map(look.moves.filter(m => /^\d+$/.test(m.move)).map(m => [+m.move, m]));
  const drawn = [];
  for (let i = 0; i < left; i++) {
    const x = 30 + (i % perRow) * 34, y = 20 + Math.floor(i / perRow) * 96, move = plain.get(left - i);
    const shape = piece(x, y, i);
    if (move) { legal(shape, move); shape.append(...tag(x + 10, y + 88, move.value)); }
    drawn.push(shape);
  }
  return svg(Math.max(300, 50 + perRow * 34), 24 + rows * 96, ...drawn);
}
function stick(x, y, i) {
  return el("g", { transform: `rotate(${(i * 7) % 5 - 2} ${x + 10} ${y + 35})` },
    el("rect", { x: x - 5, y, width: 30, height: 76, fill: "transparent" }),
    el("rect", { x: x + 5, y, width: 10, height: 72, rx: 5, fill: "var(--wood)", stroke: "var(--wood2)", "stroke-width": 1.5 }));
}
function toothpick(x, y) {
  return el("g", {}, el("rect", { x: x - 5, y, width: 30, height: 76, fill: "transparent" }),
    el("path", { d: `M${x + 10} ${y}l4 14v46l-4 14l-4-14v-46z`, fill: "var(--wood)", stroke: "var(--wood2)" }));
}
function pebble(x, y) {
  return el("g", {}, el("rect", { x: x - 5, y: y + 10, width: 32, height: 70, fill: "transparent" }),
    el("ellipse", { cx: x + 10, cy: y + 50, rx: 14, ry: 12, fill: "var(--stone)" }),
    el("ellipse", { cx: x + 6, cy: y + 45, rx: 5, ry: 3, fill: "#fff", opacity: .35 }));
}
function stones(look) {
  const { stones, taken, last } = look.board, gone = new Set(taken), per = Math.min(10, Math.ceil(Math.sqrt(stones * 1.8)));
  const moves = new Map(look.moves.map(m => [+m.move, m]));
  const at = n => [40 + ((n - 1) % per) * 62, 40 + Math.floor((n - 1) / per) * 68];
  const links = [], shapes = [];
  if (last) for (const n of moves.keys()) {
    const [x1, y1] = at(last), [x2, y2] = at(n), bend = 18;
    links.push(el("path", { d: `M${x1} ${y1}Q${(x1 + x2) / 2 + bend} ${(y1 + y2) / 2 - bend} ${x2} ${y2}`, fill: "none", stroke: "var(--accent)", "stroke-width": 1.5, "stroke-dasharray": "4 4", opacity: .6 }));
  }
  for (let n = 1; n <= stones; n++) {
    const [x, y] = at(n), move = moves.get(n);
    const shape = el("g", {}, el("circle", { cx: x, cy: y, r: 22, fill: "var(--card)", stroke: n === last ? "var(--accent)" : move ? "var(--wood2)" : "var(--stone)", "stroke-width": n === last || move ? 3.5 : 1.5 }),
      el("text", { x, y: y + 6, "text-anchor": "middle", "font-size": 17, "font-weight": move ? 700 : 400 }, String(n)));
    if (gone.has(n) && n !== last) shape.setAttribute("class", "gone");
    if (move) { legal(shape, move); shape.append(...tag(x, y + 38, move.value, 12)); }
    shapes.push(shape);
  }
  return svg(18 + per * 62, 20 + Math.ceil(stones / per) * 68, ...links, ...shapes);
}
function hand(x, y, shown, most, up) {
  const group = el("g", {}), flip = up ? 1 : -1, fingers = Math.min(most, 10), wide = Math.min(11, 66 / fingers);
  for (let i = 0; i < fingers; i++) {
    const long = i < shown ? 42 : 12, fx = x + 35 - fingers * wide / 2 + i * wide;
    group.append(el("rect", { x: fx, y: up ? y + 48 - long : y + 52, width: wide - 1.5, height: long, rx: wide / 2, fill: "var(--skin)", stroke: "var(--skin2)" }));
  }
  group.append(el("rect", { x: x + 2, y: up ? y + 44 : y + 10, width: 66, height: 44, rx: 16, fill: "var(--skin)", stroke: "var(--skin2)" }),
    el("text", { x: x + 35, y: up ? y + 74 : y + 39, "text-anchor": "middle", "font-size": 20, "font-weight": 700, style: "fill:#3b2414" }, shown ? String(shown) : "out"));
  if (!shown) group.setAttribute("class", "gone");
  return group;
}
function hands(look, state) {
  const board = look.board, mover = look.positions.at(-1).to_move, count = board.hands[0].length, width = Math.max(320, count * 92 + 90);
  const shapes = [], froms = new Set(look.moves.map(m => m.move.split(" ")[0]));
  const from = froms.has(state.from) ? state.from : froms.size === 1 ? [...froms][0] : null;
  board.hands.forEach((side, who) => side.forEach((shown, i) => {
    const x = 80 + i * 92, y = who ? 20 : 180, shape = hand(x, y, shown, board.fingers, who === 0), number = String(i + 1);
    if (who === mover && froms.has(number)) {
      shape.dataset.from = number; shape.setAttribute("class", "can");
      if (from === number) shape.append(el("rect", { x: x - 4, y: y - 4, width: 78, height: 106, rx: 14, fill: "none", stroke: "var(--accent)", "stroke-width": 3 }));
      const best = look.moves.filter(m => m.move.split(" ")[0] === number).map(m => m.value);
      void best;
    } else if (who !== mover && from) {
      const move = look.moves.find(m => m.move === from + " " + number);
      if (move) { legal(shape, move); shape.append(...tag(x + 35, who ? y + 118 : y - 8, move.value, 15)); }
    }
    shapes.push(shape);
  }));
  return svg(width, 300, el("text", { x: 8, y: 70, "font-size": 16 }, "Right"), el("text", { x: 8, y: 240, "font-size": 16 }, "Left"), ...shapes);
}
export const draw = {
  sticks: look => heap(look, stick, 20),
  toothpicks: look => heap(look, toothpick, 25),
  take_stones: stones,
  chopsticks: hands,
  expanding_nim: look => {
    const drawn = heap(look, pebble, 25), b = look.board;
    drawn.append(el("text", { x: 20, y: 16, "font-size": 13 }, `up to ${b.limit}${b.capped ? " (held by a reset)" : ""}   resets left: ${"●".repeat(b.resets[0]) || "none"} for Player 1, ${"●".repeat(b.resets[1]) || "none"} for Player 2`));
    return drawn;
  },
};
