// Draws what the server says. A piece that can be touched has data-touch, its name; which move that makes
// is for the server to say: every move comes with the pieces that are touched for it.
import { MARK, html, say, soon, svg } from "./dom.js";

// A phone: rows are shorter there, so that pieces stay large enough to touch.
export const NARROW = matchMedia("(max-width: 40rem)");
const MOST_DRAWN = 120;

export function draw(game, look, touched) {
  const next = look.moves.filter(move => touched.every((name, i) => move.touch[i] === name));
  return BOARDS[game](look, touch(next, touched), touched);
}

// What a piece is called where it is not seen.
function spoken(name) {
  const [, side, hand] = /^([LR])(\d+)$/.exec(name) ?? [];
  return side ? `${side === "L" ? "Left" : "Right"}'s hand ${hand}` : name;
}

// Makes shapes touchable: `place` is where the value of the best move through them is written.
function touch(moves, touched) {
  return (name, place, ...shapes) => {
    const piece = svg("g", {}, ...shapes);
    const through = moves.filter(move => move.touch[touched.length] === name);
    if (touched.includes(name)) mark(piece, name, "chosen", `${spoken(name)}: chosen, touch again to let go`);
    if (!through.length) return piece;
    const best = through.reduce((one, other) => (other.rank ?? 0) < (one.rank ?? 0) ? other : one);
    const text = through.length > 1 ? `${spoken(name)}: ${through.length} moves` : best.text;
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

function picture(width, height, kind, ...inside) {
  const drawn = svg("svg", { viewBox: `0 0 ${width} ${height}`, class: kind }, ...inside);
  drawn.style.maxWidth = `${width * 1.35}px`;
  return drawn;
}

// Rows of pieces, numbered from 1; of a large heap only the last rows, where the moves are. Neighbours'
// values stand at different heights, because there is no room for them side by side.
function heap(left, shape, high, piece) {
  const perRow = NARROW.matches ? 10 : 20, rows = Math.ceil(left / perRow) || 1;
  const hidden = Math.max(0, rows - MOST_DRAWN / perRow);
  const drawn = [];
  for (let number = hidden * perRow + 1; number <= left; number++) {
    const row = Math.floor((number - 1) / perRow) - hidden;
    const x = 26 + ((number - 1) % perRow) * 40;
    const y = 20 + row * (high + 32);
    const room = svg("rect", { x: x - 20, y: y - 3, width: 40, height: high + 28, fill: "transparent" });
    drawn.push(piece(String(number), [x, y + high + (number % 2 ? 12 : 24), 11.5], room,
      svg("g", { class: "piece" }, ...shape(x, y, number))));
  }
  if (hidden) drawn.push(svg("text", { x: 10, y: 12, "font-size": 13 }, `… and ${hidden * perRow} more before these`));
  const width = 12 + Math.max(10, Math.min(left, perRow)) * 40;
  return picture(width, 24 + Math.min(rows, MOST_DRAWN / perRow) * (high + 32), "heap", ...drawn);
}

function stick(x, y, number) {
  const lean = (number * 7) % 5 - 2;
  return [svg("rect", { x: x - 5.5, y, width: 11, height: 72, rx: 5.5, transform: `rotate(${lean} ${x} ${y + 36})`, class: "wood" })];
}

function toothpick(x, y) {
  return [svg("path", { d: `M${x} ${y}l3.5 13v48l-3.5 13l-3.5-13v-48z`, class: "wood" })];
}

function pebble(x, y) {
  return [
    svg("ellipse", { cx: x, cy: y + 13, rx: 15, ry: 12.5, class: "pebble" }),
    svg("ellipse", { cx: x - 4, cy: y + 8, rx: 5, ry: 3, fill: "#fff", opacity: 0.35 }),
  ];
}

function stones(look, piece) {
  const { stones, taken, last } = look.board;
  const [few, many] = NARROW.matches ? [5, 8] : [10, 16];
  const rows = Math.max(2, Math.ceil(stones / few)), perRow = stones > 60 ? many : Math.ceil(stones / rows);
  const at = number => [40 + ((number - 1) % perRow) * 64, 46 + Math.floor((number - 1) / perRow) * 74];
  const shapes = [];
  for (let number = 1; number <= stones; number++) {
    const [x, y] = at(number);
    const shape = piece(String(number), [x, y + 40, 12.5],
      svg("circle", { cx: x, cy: y, r: 23, class: "stone" }),
      svg("text", { x, y: y + 6, "text-anchor": "middle", "font-size": 17 }, String(number)));
    if (number === last) shape.classList.add("last");
    else if (taken.includes(number)) shape.classList.add("gone");
    shapes.push(shape);
  }
  const reached = last ? look.moves.map(move => link(at(last), at(+move.touch[0]))) : [];
  return picture(16 + perRow * 64, 24 + Math.ceil(stones / perRow) * 74, "", ...reached, ...shapes);
}

// From stone to stone, bent the more the longer it is, so that it passes over those between them.
function link([x1, y1], [x2, y2]) {
  const [x, y] = [x2 - x1, y2 - y1], side = x < 0 ? -1 : 1, bend = 0.16 + 8 / Math.hypot(x, y);
  const middle = `${(x1 + x2) / 2 + y * bend * side} ${(y1 + y2) / 2 - x * bend * side}`;
  return svg("path", { d: `M${x1} ${y1}Q${middle} ${x2} ${y2}`, class: "link" });
}

function hands(look, piece, touched) {
  const { hands, fingers } = look.board, perRow = Math.min(hands[0].length, NARROW.matches ? 4 : 12);
  const rows = Math.ceil(hands[0].length / perRow), below = 54 + rows * 132;
  const drawn = hands.flatMap((side, who) => side.map((shown, index) => {
    const x = 80 + index % perRow * 92, y = (who ? 26 : below) + Math.floor(index / perRow) * 132;
    const name = "LR"[who] + (index + 1);
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
  const names = [["Right", 80], ["Left", below + 54]];
  return picture(Math.max(320, perRow * 92 + 90), below + rows * 132 - 18, "",
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
  const { left, limit, resets, capped } = look.board, now = look.positions.at(-1);
  const counters = resets.map((count, who) => {
    const [x, y] = NARROW.matches ? [4, who * 52] : [4 + who * 250, 0];
    const text = (x, words) => svg("text", { x, y: y + 22, "font-size": 13 }, words);
    const shapes = [text(x + 10, `Player ${who + 1}'s resets`)];
    for (let i = 0; i < Math.min(count, 4); i++) shapes.push(svg("circle", { cx: x + 142 + i * 18, cy: y + 17, r: 7, class: "resets" }));
    if (count > 4) shapes.push(text(x + 210, `${count}`));
    if (!count) shapes.push(text(x + 136, "none left"));
    if (who !== now.to_move || now.winner !== null) return svg("g", {}, ...shapes);
    const room = svg("rect", { x, y: y + 1, width: 240, height: 32, rx: 10, class: "room" });
    return piece("reset", [x + 120, y + 48, 12], room, ...shapes);
  });
  const [wide, high] = NARROW.matches ? [248, 106] : [498, 54];
  const held = capped ? " (held by a reset)" : "";
  const hint = touched.includes("reset") ? "With a reset: now touch a stone." : "";
  return html("div", {},
    html("div", { className: "limit" }, html("b", {}, `Up to ${limit}${held}`), hint),
    picture(wide, high, "", ...counters), heap(left, pebble, 26, piece));
}

const BOARDS = {
  sticks: (look, piece) => heap(look.board.left, stick, 74, piece),
  toothpicks: (look, piece) => heap(look.board.left, toothpick, 76, piece),
  take_stones: stones,
  chopsticks: hands,
  expanding_nim: pile,
};
