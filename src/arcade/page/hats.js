// The hats of sticks: the page keeps them, the server plays the games that fill them.
import { fetched, html, svg } from "./dom.js";

const COLOURS = ["#2a6f97", "#c8553d", "#588157"];
const MOST_DOTS = 12;
const MOST_POINTS = 600;
const BEAT = 550;
const MOUTH = [54, 14], BESIDE = [120, 80];

let place;   // where the hats are on the page
let size;    // the sticks of the game
let lesson;  // { sticks, played, hats, points, game }: what was learnt so far
let shown = 1; // whose hats: the second AI is the one to meet
let busy = false;

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
  const full = hats => hats.length === sticks && hats.flat().every(count => Number.isInteger(count) && count > 0);
  try {
    const found = JSON.parse(localStorage.getItem(`hats ${sticks}`));
    const numbers = [found.played, ...found.points.map(point => point.played)];
    if (numbers.every(Number.isInteger) && found.hats.length === 2 && found.hats.every(full)) return { ...found, sticks };
  } catch {
    // What cannot be read is as good as nothing.
  }
  const fresh = () => Array.from({ length: sticks }, () => [1, 1, 1]);
  return { sticks, played: 0, hats: [fresh(), fresh()], points: [], game: null };
}

function keep(lesson) {
  // Of a long life every other point is enough.
  if (lesson.points.length > MOST_POINTS) lesson.points = lesson.points.filter((_, i, all) => i % 2 || i === all.length - 1);
  try {
    localStorage.setItem(`hats ${lesson.sticks}`, JSON.stringify(lesson));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

function build(where, meet) {
  place = where;
  const games = [[1, "Play one game"], [100, "100 games"], [100_000, "100,000 games"]];
  const buttons = games.map(([games, label]) => html("button", { onclick: () => train(games) }, label));
  buttons.forEach((button, i) => { button.dataset.games = games[i][0]; });
  const whose = html("select", { ariaLabel: "Whose hats", onchange: () => { shown = +whose.value; drawHats(); } },
    new Option("hats of AI 2, whom you meet", 1), new Option("hats of AI 1", 0));
  const forget = () => {
    try {
      localStorage.removeItem(`hats ${size}`);
    } catch {
      // Nothing is kept here.
    }
    lesson = kept(size);
    drawAll();
  };
  place.append(
    html("h2", {}, "Hats"),
    html("p", {}, "Two AIs play each other. Each draws a ball from the hat for the sticks on the board and lays "
      + "it beside. After the game the winner puts its balls back with one more of each; the loser throws its "
      + "balls away, unless one was the last of its number."),
    html("div", { className: "row" }, ...buttons,
      html("button", { id: "meet", className: "main", onclick: () => meet(size) }, "Play against AI 2"),
      html("button", { id: "forget", onclick: forget }, "New hats"), whose),
    html("div", { className: "lesson" },
      html("div", { className: "card" }, html("p", { id: "learnt", role: "status" }), html("div", { id: "curve" })),
      html("div", { className: "card" }, html("div", { id: "lesson" }))),
    html("div", { className: "hatrow" }));
}

async function train(games) {
  if (busy) return;
  const buttons = [...place.querySelectorAll("button")];
  // Whoever changes the number of sticks meanwhile looks at other hats: these go on learning.
  const pupil = lesson, before = structuredClone(pupil.hats);
  buttons.forEach(button => { button.disabled = busy = true; });
  try {
    const { sticks, played, hats } = pupil;
    const body = JSON.stringify({ sticks, games, played, hats });
    const answer = await fetched("/api/train", { method: "POST", body });
    for await (const news of events(answer.body)) {
      if (news.point) pupil.points.push(news.point);
      if (news.learnt) Object.assign(pupil, news.learnt);
      if (lesson === pupil) drawCurve();
    }
    keep(pupil);
    if (games === 1) await replay(pupil, before);
    else if (lesson === pupil) drawAll();
  } catch (error) {
    place.querySelector("#learnt").textContent = error.message;
  }
  buttons.forEach(button => { button.disabled = busy = false; });
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

// The game that was just played, ball by ball, on the hats as they were; then the balls go where they belong.
async function replay(pupil, before) {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const pause = () => new Promise(done => { setTimeout(done, still ? 0 : BEAT); });
  const { drawn, winner } = pupil.game, beside = new Map();
  drawHats(before);
  for (const { ai, hat, ball } of drawn) {
    if (lesson !== pupil) return;
    place.querySelector("#lesson").textContent = `AI ${ai + 1} draws ${ball} from hat ${hat}.`;
    if (ai === shown) {
      beside.set(hat, ball);
      drawHats(before, beside, () => "beside");
      const moved = place.querySelectorAll(".hat")[hat - 1].querySelector(".beside");
      fly(moved, [MOUTH[0] - BESIDE[0], 0], [MOUTH[0] - BESIDE[0], MOUTH[1] - BESIDE[1]], [0, MOUTH[1] - BESIDE[1]], [0, 0]);
    }
    await pause();
  }
  if (lesson !== pupil) return;
  place.querySelector("#lesson").textContent = `AI ${winner + 1} has won.`;
  for (const hat of beside.keys()) {
    const [shape] = place.querySelectorAll(".hat")[hat - 1].querySelectorAll(".beside");
    const more = change(pupil, before, hat, beside.get(hat)) >= 0;
    fly(shape, [0, 0], ...(more ? [[0, MOUTH[1] - BESIDE[1]], [MOUTH[0] - BESIDE[0], -30]] : [[6, 30]]));
  }
  await pause();
  if (lesson !== pupil) return;
  drawAll();
  drawHats(pupil.hats, beside, hat => fate(change(pupil, before, hat, beside.get(hat))), true);
}

// Moves a shape from place to place, relative to where it is drawn.
function fly(shape, ...places) {
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) {
    const steps = places.map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` }));
    shape?.animate(steps, { duration: BEAT * 0.8, easing: "ease-in-out" });
  }
}

// How many more balls of this number a hat has got.
function change(pupil, before, hat, ball) {
  return pupil.hats[shown][hat - 1][ball - 1] - before[shown][hat - 1][ball - 1];
}

function fate(change) {
  return change > 0 ? "back, and one more" : change < 0 ? "thrown away" : "back: the last of its number";
}

function drawAll() {
  drawCurve();
  drawHats();
  const game = lesson.game;
  const turns = (game?.drawn ?? []).map(({ ai, hat, ball }) => html("li", {}, `AI ${ai + 1} drew `, html("b", {}, ball), ` at ${hat}`));
  place.querySelector("#lesson").replaceChildren(...(game
    ? [html("b", {}, `Last game: AI ${game.winner + 1} won`), html("ol", {}, ...turns)]
    : ["Every hat holds one ball of each number: what an AI draws is chance. Let them play, and see the hats fill."]));
}

// Every hat; of some the balls that lie `beside`, and what becomes of them. They are gone from it when it is over.
function drawHats(hats = lesson.hats, beside = new Map(), what = () => "", over = false) {
  place.querySelector(".hatrow").replaceChildren(...hats[shown].map((balls, index) => {
    const ball = beside.get(index + 1), most = Math.max(...balls);
    const inside = over ? balls : balls.map((count, i) => i + 1 === ball ? count - 1 : count);
    const rows = inside.map((count, i) => {
      const bar = html("i");
      Object.assign(bar.style, { width: `${count / most * 100}%`, background: COLOURS[i] });
      return html("div", { className: "count" }, html("span", {}, `${i + 1}`), bar, html("span", {}, count.toLocaleString("en")));
    });
    const said = beside.size ? [html("em", {}, ball ? `${ball} ${what(index + 1)}` : "")] : [];
    return html("div", { className: ball ? "hat drawn" : "hat" }, html("b", {}, `Hat ${index + 1}`),
      hat(inside, over ? undefined : ball), ...rows, ...said);
  }));
}

// At most so many dots; more balls are drawn in their proportions. One ball may lie beside.
function hat(balls, beside) {
  const all = balls[0] + balls[1] + balls[2];
  const dots = balls.flatMap((count, ball) => {
    const many = all <= MOST_DOTS ? count : Math.max(Math.min(1, count), Math.floor(count / all * (MOST_DOTS - 2)));
    return Array(many).fill(ball + 1);
  });
  const drawn = svg("svg", { viewBox: "0 0 132 92", "aria-hidden": "true" },
    svg("path", { d: "M18 26L25 84Q54 92 83 84L90 26Z", class: "felthat" }),
    svg("path", { d: "M18.7 32L19.9 42H88L89.3 32Z", class: "band" }),
    svg("ellipse", { cx: 54, cy: 26, rx: 50, ry: 6, class: "brim" }));
  dots.forEach((ball, i) => drawn.append(dot(33 + (i % 4) * 14, 76 - Math.floor(i / 4) * 14, ball)));
  if (beside) {
    const laid = dot(...BESIDE, beside);
    laid.classList.add("beside");
    drawn.append(laid);
  }
  return drawn;
}

function dot(x, y, ball) {
  return svg("g", {}, svg("circle", { cx: x, cy: y, r: 6.8, fill: COLOURS[ball - 1] }),
    svg("text", { x, y: y + 3.2, "font-size": 9, "text-anchor": "middle", class: "ball" }, String(ball)));
}

function drawCurve() {
  const last = lesson.points.at(-1), count = last?.played.toLocaleString("en");
  place.querySelector("#learnt").textContent = last
    ? `${count} game${count === "1" ? "" : "s"}: right in ${last.right} of ${last.winnable} positions that can be won`
    : "No game played yet.";
  const points = lesson.points.filter(point => point.played > 0);
  if (points.length < 2) return place.querySelector("#curve").replaceChildren();
  const decades = Math.log10(Math.max(10, last.played));
  const x = played => 44 + Math.log10(played) / decades * 410, y = share => 130 - share * 120;
  const line = (share, style) => svg("path", {
    d: points.map((point, i) => `${i ? "L" : "M"}${x(point.played).toFixed(1)} ${y(share(point)).toFixed(1)}`).join(""),
    fill: "none", "stroke-width": 2.5, ...style,
  });
  const text = (x, y, words, side = "end") => svg("text", { x, y, "text-anchor": side }, words);
  const grid = [0, 0.5, 1].flatMap(share => [svg("path", { d: `M44 ${y(share)}H470`, stroke: "var(--line)" }),
    text(38, y(share) + 4, `${share * 100} %`)]);
  const ticks = Array.from({ length: Math.floor(decades) + 1 }, (_, i) => text(x(10 ** i), 147, (10 ** i).toLocaleString("en"), "middle"));
  place.querySelector("#curve").replaceChildren(
    svg("svg", { viewBox: "0 0 480 152", role: "img", "aria-label": "The learning curve" }, ...grid, ...ticks,
      line(({ right, winnable }) => right / winnable, { stroke: "var(--win)" }),
      line(({ mean }) => mean, { stroke: "var(--wood2)", "stroke-dasharray": "6 4" })),
    html("div", { className: "legend" }, html("span", {}, html("i"), " positions right"),
      html("span", {}, html("i", { className: "dashed" }), " share of the winning ball"), html("span", {}, "across: games played")));
}
