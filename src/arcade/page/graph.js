// The values of a game so far as a little graph: one sees the move that lost.
import { say, svg } from "./dom.js";

const LEFT = 70, STEP = 26;
const HEIGHT = { 1: 16, 0: 42, "-1": 68 };

// Above the line the first side wins, below it the second. A dot is a position; a cross is a blunder.
export function graph(look, sides) {
  const points = look.positions.map((position, ply) => ({
    x: LEFT + ply * STEP, y: HEIGHT[forFirst(position)], ply, position, move: look.history[ply - 1],
  }));
  const width = Math.max(260, LEFT + points.length * STEP);
  const line = points.map(({ x, y }, i) => `${i ? "L" : "M"}${x} ${y}`).join("");
  const drawn = svg("svg", { viewBox: `0 0 ${width} 84` },
    svg("path", { d: `M${LEFT - 6} 42H${width}`, stroke: "var(--line)" }),
    svg("text", { x: 0, y: 20, "font-size": 11 }, `${sides[0]} ▲`),
    svg("text", { x: 0, y: 72, "font-size": 11 }, `${sides[1]} ▼`),
    svg("path", { d: line, fill: "none", stroke: "var(--accent)", "stroke-width": 2 }),
    ...points.map(point => dot(point, sides)));
  drawn.style.width = `${width * 1.2}px`;
  return drawn;
}

function forFirst({ value, to_move }) {
  const mover = { win: 1, draw: 0, lose: -1 }[value?.value] ?? 0;
  return to_move ? -mover : mover;
}

function dot({ x, y, ply, position, move }, sides) {
  const label = `${move ? `${ply}. ${move.text}: ` : ""}${say(position.value)} for ${sides[position.to_move]}`;
  const shape = move?.blunder
    ? svg("path", { d: `M${x - 6} ${y - 6}l12 12m0-12l-12 12`, class: "blunder" })
    : svg("circle", { cx: x, cy: y, r: 4, fill: "var(--accent)" });
  const room = svg("rect", { x: x - STEP / 2, y: 0, width: STEP, height: 84, fill: "transparent" });
  return svg("g", { "data-ply": ply, class: "can" }, room, shape, svg("title", {}, label));
}
