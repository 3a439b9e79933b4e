// The hats of sticks: the page keeps them, the server plays the games that fill them.
import { html, svg } from "./dom.js";

const COLOURS = ["#2a6f97", "#c8553d", "#588157"];
const MOST_DOTS = 15;
const BEAT = 400;

let place;   // where the hats are on the page
let size;    // the sticks of the game
let lesson;  // { sticks, played, hats, points, game }: what was learnt so far
let shown = 1; // whose hats: the second AI is the one to meet

// The hats of the AI that meets the player, as the server reads them.
export function learnt(sticks) {
  return JSON.stringify(kept(sticks).hats[1]);
}

export function show(where, sticks, meet) {
  size = sticks;
  if (!place) build(where, meet);
  if (lesson?.sticks !== size) lesson = kept(size);
  drawAll();
}

// What was learnt survives the page; each number of sticks has its own.
function kept(sticks) {
  try {
    const found = JSON.parse(localStorage.getItem(`hats ${sticks}`));
    if (found?.hats) return found;
  } catch {
    // What cannot be read is as good as nothing.
  }
  const full = () => Array.from({ length: sticks }, () => [1, 1, 1]);
  return { sticks, played: 0, hats: [full(), full()], points: [], game: null };
}

function keep() {
  try {
    localStorage.setItem(`hats ${lesson.sticks}`, JSON.stringify(lesson));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

function build(where, meet) {
  place = where;
  const games = [[1, "Play one game"], [100, "A hundred"], [100_000, "A hundred thousand"]];
  const buttons = games.map(([games, label]) => html("button", { onclick: () => train(games) }, label));
  buttons.forEach((button, i) => { button.dataset.games = games[i][0]; });
  const whose = html("select", { ariaLabel: "Whose hats", onchange: () => { shown = +whose.value; drawHats(); } },
    new Option("hats of AI 2, whom you meet", 1), new Option("hats of AI 1", 0));
  const forget = () => {
    localStorage.removeItem(`hats ${size}`);
    lesson = kept(size);
    drawAll();
  };
  place.append(
    html("h2", {}, "Hats"),
    html("p", {}, "Two AIs play each other. Each draws a ball from the hat for the sticks on the board and lays "
      + "it beside. After the game the winner puts its balls back with one more of each; the loser throws its "
      + "balls away, unless one was the last of its number."),
    html("div", { className: "row" }, ...buttons,
      html("button", { id: "meet", onclick: () => meet(size) }, "Play against AI 2"),
      html("button", { id: "forget", onclick: forget }, "New hats"), whose),
    html("p", { id: "learnt", role: "status" }), html("div", { id: "curve" }),
    html("p", { id: "lesson" }), html("div", { className: "hatrow" }));
}

async function train(games) {
  const buttons = [...place.querySelectorAll("button")];
  const before = structuredClone(lesson);
  buttons.forEach(button => { button.disabled = true; });
  try {
    const { sticks, played, hats } = lesson;
    const body = JSON.stringify({ sticks, games, played, hats });
    const answer = await fetch("/api/train", { method: "POST", body });
    if (!answer.ok) throw new Error((await answer.json()).error);
    for await (const news of events(answer.body)) {
      if (news.point) lesson.points.push(news.point);
      if (news.learnt) Object.assign(lesson, news.learnt);
      drawCurve();
    }
    keep();
    if (games === 1) await replay(before.hats);
    drawAll();
  } catch (error) {
    place.querySelector("#learnt").textContent = error.message;
  }
  buttons.forEach(button => { button.disabled = false; });
}

// Server-sent events, as objects.
async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (let text = ""; ;) {
    const { done, value } = await reader.read();
    if (done) return;
    const whole = (text + value).split("\n\n");
    text = whole.pop();
    for (const event of whole) yield JSON.parse(event.replace(/^data: ?/, ""));
  }
}

// The game that was just played, ball by ball, on the hats as they were.
async function replay(hats) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches || !lesson.game) return;
  const beside = new Map();
  for (const { ai, hat, ball } of lesson.game.drawn) {
    if (ai === shown) beside.set(hat, ball);
    drawHats(hats, beside, "beside");
    place.querySelector("#lesson").textContent = `AI ${ai + 1} draws ${ball} from hat ${hat}.`;
    await new Promise(done => { setTimeout(done, BEAT); });
  }
}

function drawAll() {
  drawCurve();
  drawHats();
  const game = lesson.game;
  place.querySelector("#lesson").textContent = game
    ? `Last game: ${game.drawn.map(({ ai, hat, ball }) => `AI ${ai + 1} drew ${ball} at ${hat}`).join(", ")}. `
      + `AI ${game.winner + 1} won.` : "";
}

function drawHats(hats = lesson.hats, beside = lastDrawn(), what = lesson.game?.winner === shown ? "back, +1" : "thrown away") {
  place.querySelector(".hatrow").replaceChildren(...hats[shown].map((balls, index) => {
    const ball = beside.get(index + 1);
    return html("div", { className: ball ? "hat drawn" : "hat" }, hat(balls, ball), `Hat ${index + 1}`,
      html("br"), balls.map((count, number) => `${number + 1}×${count.toLocaleString("en")}`).join(" "),
      ...(ball ? [html("br"), `${ball} ${what}`] : []));
  }));
}

function lastDrawn() {
  const own = (lesson.game?.drawn ?? []).filter(({ ai }) => ai === shown);
  return new Map(own.map(({ hat, ball }) => [hat, ball]));
}

// At most so many dots; more balls are drawn in their proportions. One ball may lie beside.
function hat(balls, beside) {
  const all = balls[0] + balls[1] + balls[2];
  const dots = balls.flatMap((count, ball) => {
    const many = all <= MOST_DOTS ? count : Math.max(1, Math.floor(count / all * (MOST_DOTS - 2)));
    return Array(many).fill(ball + 1);
  });
  const drawn = svg("svg", { viewBox: "0 0 100 60" }, svg("path", { d: "M2 8Q4 58 38 58T74 8", class: "felthat" }));
  dots.forEach((ball, i) => drawn.append(...dot(10 + (i % 5) * 14, 46 - Math.floor(i / 5) * 14, ball)));
  if (beside) drawn.append(...dot(90, 46, beside));
  return drawn;
}

function dot(x, y, ball) {
  return [svg("circle", { cx: x, cy: y, r: 6.5, fill: COLOURS[ball - 1] }),
    svg("text", { x, y: y + 3, "font-size": 8, "text-anchor": "middle", class: "ball" }, String(ball))];
}

function drawCurve() {
  const last = lesson.points.at(-1);
  place.querySelector("#learnt").textContent = last
    ? `${last.played.toLocaleString("en")} games: right in ${last.right} of ${last.winnable} positions that can be won`
    : "No game played yet.";
  const points = lesson.points.filter(point => point.played > 0);
  if (points.length < 2) return place.querySelector("#curve").replaceChildren();
  const decades = Math.log10(Math.max(10, last.played));
  const x = played => 44 + Math.log10(played) / decades * 536, y = share => 110 - share * 100;
  const line = (share, style) => svg("path", {
    d: points.map((point, i) => `${i ? "L" : "M"}${x(point.played).toFixed(1)} ${y(share(point)).toFixed(1)}`).join(""),
    fill: "none", "stroke-width": 2, ...style,
  });
  const text = (x, y, words) => svg("text", { x, y, "font-size": 10 }, words);
  place.querySelector("#curve").replaceChildren(svg("svg", { viewBox: "0 0 600 130" },
    svg("path", { d: "M44 10V110H580", fill: "none", stroke: "var(--line)" }),
    text(2, 14, "100 %"), text(14, 112, "0 %"),
    line(({ right, winnable }) => right / winnable, { stroke: "var(--win)" }),
    line(({ mean }) => mean, { stroke: "var(--wood2)", "stroke-dasharray": "5 3" }),
    text(130, 126, "games (logarithmic) · solid: positions right · dashed: share of the winning ball")));
}
