// The hats of sticks: the page keeps them, the server plays the games.
import { el } from "/boards.js";
import { sorry } from "/arcade.js";
let state, place, size;
export function learnt(sticks) { return state && state.sticks === sticks ? JSON.stringify(state.hats[1]) : null; }
export function mount(where, sticks, meet) {
  place = where; size = sticks;
  where.innerHTML = `<h2>Hats</h2><p>Two AIs play each other. Each draws a ball from the hat for the sticks on the board, lays it beside, and after the game puts it back with one more if it has won, or throws it away.</p>
  <div class="row"><button data-games="1">Play one game</button><button data-games="100">A hundred</button><button data-games="100000">A hundred thousand</button><button id="forget">New hats</button><button id="meet">Play against it</button><span id="learnt" aria-live="polite"></span></div><div id="curve"></div><div id="lesson"></div><div class="hatrow"></div>`;
  for (const button of where.querySelectorAll("[data-games]")) button.onclick = () => train(+button.dataset.games);
  where.querySelector("#forget").onclick = () => { state = null; draw(); };
  where.querySelector("#meet").onclick = meet;
  draw();
}
function fresh() { return { sticks: size(), played: 0, hats: null, points: [], game: null }; }
async function train(games) {
  if (!state || state.sticks !== size()) state = fresh();
  const buttons = place.querySelectorAll("button"); buttons.forEach(b => b.disabled = true);
  try {
    const body = JSON.stringify({ sticks: state.sticks, games, played: state.played, ...(state.hats ? { hats: state.hats } : {}) });
    const answer = await fetch("/api/train", { method: "POST", body });
    if (!answer.ok) throw new Error((await answer.json()).error);
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let text = ""; ;) {
      const { done, value } = await reader.read();
      if (done) break;
      text += value;
      const events = text.split("\n\n"); text = events.pop();
      for (const event of events) {
        const news = JSON.parse(event.slice(6));
        if (news.point) state.points.push(news.point);
        if (news.learnt) Object.assign(state, { played: news.learnt.played, hats: news.learnt.hats, game: news.learnt.game });
      }
      curve();
    }
    draw();
  } catch (error) { sorry(error); }
  buttons.forEach(b => b.disabled = false);
}
const COLOURS = ["#2a6f97", "#c8553d", "#588157"];
function draw() {
  if (!state || state.sticks !== size()) state = fresh();
  const hats = state.hats ? state.hats[1] : Array.from({ length: state.sticks }, () => [1, 1, 1]);
  const drawn = new Map((state.game?.drawn || []).filter(d => d.ai === 1).map(d => [d.hat, d.ball]));
  const won = state.game?.winner === 1;
  place.querySelector("#lesson").textContent = state.game ? `Last game: ${state.game.drawn.map(d => `AI ${d.ai + 1} drew ${d.ball} at ${d.hat}`).join(", ")}. AI ${state.game.winner + 1} won: its balls went back with one more of each; the other's were thrown away.` : "";
  place.querySelector(".hatrow").replaceChildren(...hats.map((balls, i) => {
    const all = balls[0] + balls[1] + balls[2], picture = el("svg", { viewBox: "0 0 80 56" });
    let k = 0;
    balls.forEach((count, ball) => {
      const dots = all <= 12 ? count : Math.max(1, Math.round(count / all * 12));
      for (let j = 0; j < dots && k < 15; j++, k++) picture.append(el("circle", { cx: 12 + (k % 5) * 14, cy: 44 - Math.floor(k / 5) * 14, r: 6, fill: COLOURS[ball] }), el("text", { x: 12 + (k % 5) * 14, y: 47 - Math.floor(k / 5) * 14, "font-size": 8, "text-anchor": "middle", style: "fill:#fff" }, String(ball + 1)));
    });
    const box = document.createElement("div"); box.className = "hat" + (drawn.has(i + 1) ? " drawn" : "");
    const beside = drawn.has(i + 1) ? ` · beside: ${drawn.get(i + 1)} ${won ? "↩ +1" : "✕"}` : "";
    box.append(picture, `Hat ${i + 1}${beside}`, document.createElement("br"), balls.map((n, b) => `${b + 1}×${n}`).join(" "));
    return box;
  }));
  curve();
}
function curve() {
  const points = state.points.filter(p => p.played > 0), last = state.points.at(-1);
  place.querySelector("#learnt").textContent = last ? `${last.played.toLocaleString("en")} games: right in ${last.right} of ${last.winnable} positions that can be won` : "";
  if (points.length < 2) return place.querySelector("#curve").replaceChildren();
  const most = Math.log10(Math.max(10, last.played)), x = p => 40 + Math.log10(p.played) / most * 540, y = share => 110 - share * 100;
  const path = f => points.map((p, i) => `${i ? "L" : "M"}${x(p).toFixed(1)} ${y(f(p)).toFixed(1)}`).join("");
  place.querySelector("#curve").replaceChildren(el("svg", { viewBox: "0 0 600 130", style: "width:100%;max-height:14rem" },
    el("path", { d: "M40 10V110H580", fill: "none", stroke: "var(--line)" }), el("text", { x: 0, y: 14, "font-size": 10 }, "100 %"), el("text", { x: 10, y: 112, "font-size": 10 }, "0 %"),
    el("path", { d: path(p => p.right / p.winnable), fill: "none", stroke: "var(--win)", "stroke-width": 2 }), el("path", { d: path(p => p.mean), fill: "none", stroke: "var(--wood2)", "stroke-width": 2, "stroke-dasharray": "5 3" }),
    el("text", { x: 300, y: 126, "font-size": 10 }, "games (logarithmic) · solid: positions right · dashed: share of the winning ball")));
}
