// The values of a game as a little graph: one sees the move that lost.
import { say, svg } from "./dom.js";

const LEFT = 62, STEPS = [9, 40];
const HEIGHT = { 1: 14, 0: 38, "-1": 62 };

// At the top the first side wins, at the bottom the second. A dot is a position, a cross a blunder, a ring
// what is on the board. There is room for so much; a long game is wider.
export function graph(look, now, sides, room) {
  const step = Math.max(STEPS[0], Math.min(STEPS[1], (room - LEFT - 12) / look.history.length));
  const points = look.positions.map((position, ply) => ({
    x: LEFT + ply * step, y: HEIGHT[forFirst(position)], ply, position, move: look.history[ply - 1],
  }));
  const width = Math.max(room, LEFT + points.length * step);
  const line = part => part.map(({ x, y }, i) => `${i ? "L" : "M"}${x} ${y}`).join("");
  const path = (part, kind) => svg("path", {
    d: line(part), fill: "none", stroke: "var(--accent)", "stroke-width": 2, class: kind,
  });
  const level = (value, name) => [
    svg("path", { d: `M${LEFT - 6} ${HEIGHT[value]}H${width}`, stroke: "var(--line)" }),
    svg("text", { x: 0, y: HEIGHT[value] + 4, "font-size": 11 }, name),
  ];
  const even = points.some(({ y }) => y === HEIGHT[0]) ? level(0, "draw") : [];
  const drawn = svg("svg", { viewBox: `0 0 ${width} 76`, role: "img", "aria-label": "What every position was worth" },
    ...level(1, sides[0]), ...even, ...level(-1, sides[1]),
    path(points.slice(now), "later"), path(points.slice(0, now + 1)),
    ...points.map(point => dot(point, step, now, sides)));
  drawn.style.width = `${width}px`;
  return drawn;
}

function forFirst({ value, to_move }) {
  const mover = { win: 1, draw: 0, lose: -1 }[value?.value] ?? 0;
  return to_move ? -mover : mover;
}

function dot({ x, y, ply, position, move }, step, now, sides) {
  const label = `${move ? `${ply}. ${move.text}: ` : ""}${say(position.value)} for ${sides[position.to_move]}`;
  const ring = ply === now ? [svg("circle", { cx: x, cy: y, r: 6, class: "now" })] : [];
  const shape = move?.blunder
    ? svg("path", { d: `M${x - 5} ${y - 5}l10 10m0-10l-10 10`, class: "blunder" })
    : svg("circle", { cx: x, cy: y, r: 3.5, fill: "var(--accent)" });
  const room = svg("rect", { x: x - step / 2, y: 0, width: step, height: 76, fill: "transparent" });
  return svg("g", { "data-ply": ply, class: ply > now ? "can later" : "can" }, room, ...ring, shape, svg("title", {}, label));
}
