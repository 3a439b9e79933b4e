// Draws what the server says. A piece that can be touched has data-touch, its name; which move that makes
// is for the server to say: every move comes with the pieces that are touched for it.
import { MARK, html, say, soon, svg } from "./dom.js";

const PER_ROW = 25;
const MOST_ROWS = 6;

export function draw(game, look, touched) {
  const next = look.moves.filter(move => touched.every((name, i) => move.touch[i] === name));
  return BOARDS[game](look, touch(next, touched), touched);
}

// Makes shapes touchable: `place` is where the value of the best move through them is written.
function touch(moves, touched) {
  return (name, place, ...shapes) => {
    const piece = svg("g", {}, ...shapes);
    const through = moves.filter(move => move.touch[touched.length] === name);
    if (touched.includes(name)) mark(piece, name, "chosen", "chosen; touch again to let go");
    if (!through.length) return piece;
    const best = through.reduce((one, other) => (other.rank ?? 0) < (one.rank ?? 0) ? other : one);
    const text = through.length > 1 ? `${name}: ${through.length} moves` : best.text;
    mark(piece, name, "can", [text, say(best.value)].filter(Boolean).join(", "));
    if (best.value) piece.append(tag(best.value, ...place));
    return piece;
  };
}

function mark(piece, name, kind, label) {
  piece.classList.add(kind);
  piece.dataset.touch = name;
  piece.setAttribute("role", "button");
  piece.setAttribute("tabindex", "0");
  piece.setAttribute("aria-label", label);
  piece.append(svg("title", {}, label));
}

function tag(worth, x, y, size = 10) {
  const text = MARK[worth.value] + soon(worth);
  return svg("text", { x, y, "text-anchor": "middle", "font-size": size, class: `worth ${worth.value}` }, text);
}

function picture(width, height, ...inside) {
  const drawn = svg("svg", { viewBox: `0 0 ${width} ${height}` }, ...inside);
  drawn.style.maxWidth = `${width * 1.6}px`;
  return drawn;
}

// Rows of pieces, numbered from 1; of a large heap only the last rows, where the moves are. Neighbours'
// values stand at different heights, because there is no room for them side by side.
function heap(left, shape, high, piece) {
  const rows = Math.ceil(left / PER_ROW) || 1;
  const hidden = Math.max(0, rows - MOST_ROWS);
  const drawn = [];
  for (let number = hidden * PER_ROW + 1; number <= left; number++) {
    const row = Math.floor((number - 1) / PER_ROW) - hidden;
    const x = 26 + ((number - 1) % PER_ROW) * 36;
    const y = 20 + row * (high + 30);
    const room = svg("rect", { x: x - 18, y: y - 2, width: 36, height: high + 26, fill: "transparent" });
    drawn.push(piece(String(number), [x, y + high + (number % 2 ? 11 : 22)], room, ...shape(x, y, number)));
  }
  if (hidden) drawn.push(svg("text", { x: 10, y: 14, "font-size": 13 }, `… and ${hidden * PER_ROW} more before these`));
  const width = 20 + Math.max(9, Math.min(left, PER_ROW)) * 36;
  return picture(width, 20 + Math.min(rows, MOST_ROWS) * (high + 30), ...drawn);
}

function stick(x, y, number) {
  const lean = (number * 7) % 5 - 2;
  return [svg("rect", {
    x: x - 5, y, width: 10, height: 72, rx: 5, transform: `rotate(${lean} ${x} ${y + 36})`,
    fill: "var(--wood)", stroke: "var(--wood2)", "stroke-width": 1.5,
  })];
}

function toothpick(x, y) {
  const outline = `M${x} ${y}l4 14v46l-4 14l-4-14v-46z`;
  return [svg("path", { d: outline, fill: "var(--wood)", stroke: "var(--wood2)" })];
}

function pebble(x, y) {
  return [
    svg("ellipse", { cx: x, cy: y + 13, rx: 14, ry: 12, fill: "var(--stone)" }),
    svg("ellipse", { cx: x - 4, cy: y + 8, rx: 5, ry: 3, fill: "#fff", opacity: 0.35 }),
  ];
}

function stones(look, piece) {
  const { stones, taken, last } = look.board;
  const legal = new Set(look.moves.map(move => +move.touch[0]));
  const perRow = Math.min(10, Math.ceil(Math.sqrt(stones * 1.8)));
  const at = number => [40 + ((number - 1) % perRow) * 62, 40 + Math.floor((number - 1) / perRow) * 68];
  const shapes = [];
  for (let number = 1; number <= stones; number++) {
    const [x, y] = at(number);
    const [edge, width] = number === last ? ["var(--accent)", 3.5]
      : legal.has(number) ? ["var(--wood2)", 3.5] : ["var(--stone)", 1.5];
    const shape = piece(String(number), [x, y + 38, 12],
      svg("circle", { cx: x, cy: y, r: 22, fill: "var(--card)", stroke: edge, "stroke-width": width }),
      svg("text", { x, y: y + 6, "text-anchor": "middle", "font-size": 17 }, String(number)));
    if (taken.includes(number) && number !== last) shape.classList.add("gone");
    shapes.push(shape);
  }
  const links = last ? [...legal].map(number => link(at(last), at(number))) : [];
  return picture(18 + perRow * 62, 24 + Math.ceil(stones / perRow) * 68, ...links, ...shapes);
}

function link([x1, y1], [x2, y2]) {
  const bend = `${(x1 + x2) / 2 + 18} ${(y1 + y2) / 2 - 18}`;
  return svg("path", {
    d: `M${x1} ${y1}Q${bend} ${x2} ${y2}`, fill: "none", stroke: "var(--accent)",
    "stroke-width": 1.5, "stroke-dasharray": "4 4", opacity: 0.6,
  });
}

function hands(look, piece, touched) {
  const { hands, fingers } = look.board;
  const drawn = hands.flatMap((side, who) => side.map((shown, index) => {
    const x = 80 + index * 92, y = who ? 26 : 186, name = "LR"[who] + (index + 1);
    const shape = piece(name, [x + 35, who ? y + 118 : y - 6, 13], ...hand(x, y, shown, fingers, who === 0));
    if (touched.includes(name)) {
      shape.append(svg("rect", {
        x: x - 4, y: y - 2, width: 78, height: 104, rx: 14, fill: "none",
        stroke: "var(--accent)", "stroke-width": 3,
      }));
    }
    if (!shown) shape.classList.add("gone");
    return shape;
  }));
  const names = [["Right", 80], ["Left", 240]];
  return picture(Math.max(320, hands[0].length * 92 + 90), 300,
    ...names.map(([name, y]) => svg("text", { x: 8, y, "font-size": 16 }, name)), ...drawn);
}

function hand(x, y, shown, fingers, up) {
  const drawn = [svg("rect", { x, y, width: 70, height: 96, fill: "transparent" })];
  const most = Math.min(fingers, 20), wide = Math.min(12, 68 / most);
  for (let finger = 0; finger < most; finger++) {
    const long = finger < shown ? 42 : 12;
    drawn.push(svg("rect", {
      x: x + 35 - most * wide / 2 + finger * wide, y: up ? y + 48 - long : y + 50,
      width: wide - 1, height: long, rx: wide / 2, fill: "var(--skin)", stroke: "var(--skin2)",
    }));
  }
  drawn.push(svg("rect", {
    x: x + 2, y: up ? y + 44 : y + 10, width: 66, height: 44, rx: 16,
    fill: "var(--skin)", stroke: "var(--skin2)",
  }));
  const number = shown ? String(shown) : "out";
  drawn.push(svg("text", {
    x: x + 35, y: up ? y + 74 : y + 39, "text-anchor": "middle", "font-size": 20, class: "number",
  }, number));
  return drawn;
}

function pile(look, piece, touched) {
  const { left, limit, resets, capped } = look.board, mover = look.positions.at(-1).to_move;
  const drawn = heap(left, pebble, 26, piece);
  const counters = [0, 1].map(who => {
    const y = 18 + who * 34;
    const shapes = [svg("text", { x: 10, y, "font-size": 13 }, `Player ${who + 1}'s resets`)];
    for (let i = 0; i < resets[who]; i++) {
      shapes.push(svg("circle", { cx: 134 + i * 20, cy: y - 4, r: 8, class: "reset" }));
    }
    if (who !== mover || look.positions.at(-1).winner !== null) return svg("g", {}, ...shapes);
    const room = svg("rect", { x: 3, y: y - 17, width: 270, height: 27, rx: 8, class: "room" });
    return piece("reset", [310, y, 12], room, ...shapes);
  });
  const held = capped ? " (held by a reset)" : "";
  return html("div", {},
    html("p", { className: "limit" }, `Up to ${limit}${held}`,
      touched.includes("reset") ? "; with a reset: now touch a stone" : ""),
    picture(360, 62, ...counters), drawn);
}

const BOARDS = {
  sticks: (look, piece) => heap(look.board.left, stick, 74, piece),
  toothpicks: (look, piece) => heap(look.board.left, toothpick, 76, piece),
  take_stones: stones,
  chopsticks: hands,
  expanding_nim: pile,
};
