// A search tree, opened node by node. `show` needs nothing but its data, so it also stands alone in a file.
import { html } from "./dom.js";

export function show(place, tree) {
  const view = { ...tree, time: tree.nodes.length, open: new Set([0]), asked: null, score: [0, 0], place };
  const { nodes } = tree;
  const slider = html("input", { type: "range", min: 1, max: nodes.length, value: nodes.length, ariaLabel: "Nodes visited" });
  slider.oninput = () => follow(view, +slider.value);
  place.replaceChildren(
    html("p", {}, `From ${tree.position}, ${tree.depth ? `${tree.depth} plies deep` : "to the end"}:`),
    sixLines(tree.lines),
    html("div", { className: "row" },
      html("label", { className: "wide" }, "Follow the search ", slider), html("output"),
      html("button", { className: "ask", onclick: () => question(view) }, "Quiz me")),
    html("p", { className: "quiz", hidden: true }),
    html("ul", { className: "tree" }));
  draw(view);
}

// The numbers of the search, and room for those of somebody's own program.
function sixLines(lines) {
  const verdict = html("p", { className: "differ", role: "status" });
  const inputs = lines.map(([label]) => html("input", { size: 10, placeholder: "yours", ariaLabel: `Your ${label}` }));
  const compare = () => {
    const wrong = lines.filter(([, right], i) => inputs[i].value.trim() && !same(inputs[i].value, right));
    const filled = inputs.filter(input => input.value.trim()).length;
    inputs.forEach((input, i) => {
      const said = input.value.trim(), good = same(said, lines[i][1]);
      input.parentElement.nextSibling.textContent = said ? (good ? "✓ the same" : "✗ differs") : "";
      input.className = said ? (good ? "good" : "bad") : "";
    });
    verdict.textContent = !filled ? "" : !wrong.length ? `All ${filled} of your lines are the same.`
      : `${wrong.length} of your lines differ: ${wrong.map(([label]) => label).join(", ")}.`;
  };
  const table = html("table", { className: "six" }, ...lines.map(([label, right], i) => html("tr", {},
    html("td", {}, label), html("td", {}, right), html("td", {}, inputs[i]), html("td"))));
  table.oninput = compare;
  // All six lines may be pasted into any of the fields.
  table.onpaste = event => {
    const pasted = event.clipboardData.getData("text").trim().split("\n");
    if (pasted.length < 2) return;
    event.preventDefault();
    pasted.slice(0, lines.length).forEach((line, i) => { inputs[i].value = line.split(":").at(-1).trim(); });
    compare();
  };
  return html("div", {}, table, verdict);
}

function same(said, right) {
  const text = said.trim();
  return text === right || (text !== "" && Number(text) === Number(right));
}

function children({ nodes }, index) {
  const found = [];
  for (let child = index + 1; child < nodes[index].left; child = nodes[child].left) found.push(child);
  return found;
}

// From the root to a node.
function path(view, index) {
  const found = [0];
  while (found.at(-1) !== index) found.push(children(view, found.at(-1)).findLast(child => child <= index));
  return found;
}

// The search at a moment: so many nodes visited, the path to the last of them open.
function follow(view, time) {
  Object.assign(view, { time, asked: null });
  view.open = time === view.nodes.length ? new Set([0]) : new Set(path(view, time - 1));
  view.place.querySelector(".quiz").hidden = true;
  draw(view);
  view.place.querySelector(".here")?.scrollIntoView({ block: "nearest" });
}

function draw(view) {
  const list = view.place.querySelector(".tree");
  view.place.querySelector("output").textContent = `${view.time} of ${view.nodes.length} nodes`;
  list.replaceChildren(item(view, 0));
}

function item(view, index) {
  const node = view.nodes[index], open = view.open.has(index) && !node.leaf;
  const button = html("button", { onclick: () => toggle(view, index) }, ...words(view, index));
  if (!node.leaf) button.ariaExpanded = String(open);
  const made = html("li", {}, button);
  made.dataset.node = index;
  made.classList.toggle("later", index >= view.time);
  made.classList.toggle("here", index === view.asked || (view.asked === null && view.time < view.nodes.length && index === view.time - 1));
  if (open) made.append(html("ul", {}, ...children(view, index).map(child => item(view, child))));
  return made;
}

function toggle(view, index) {
  if (!view.open.delete(index)) view.open.add(index);
  const old = view.place.querySelector(`[data-node="${index}"]`), made = item(view, index);
  old.replaceWith(made);
  made.firstChild.focus();
}

// What is known of a node at the moment that is shown. While one is asked about, nothing of it is told.
function words(view, index) {
  const node = view.nodes[index], { max, stone, alpha, beta, value, cut, leaf } = node;
  const who = stone === null ? `${max ? "Max" : "Min"} to move` : `${max ? "Min" : "Max"} takes ${stone}`;
  const hidden = view.asked !== null && index <= view.asked && node.left >= view.nodes[view.asked].left;
  const known = node.left <= view.time && !hidden;
  const mark = leaf && known ? "•" : max ? "△" : "▽";
  const parts = [`${mark} ${who}  α ${alpha}  β ${beta}  `, html("b", {}, known ? `value ${value}` : "value ?")];
  if (known && cut) parts.push(html("span", { className: "cut" }, `  ✂ cut: ${cut}`));
  return parts;
}

// A question about a node at the moment when it is finished: all below it is known, nothing above it.
function question(view) {
  const { nodes } = view, inner = nodes.flatMap((node, index) => node.leaf ? [] : [index]);
  const pool = Math.random() < 0.75 ? inner : [...nodes.keys()];
  const index = pool[Math.floor(Math.random() * pool.length)], node = nodes[index];
  Object.assign(view, { asked: index, time: node.left, open: new Set(path(view, index)) });
  view.place.querySelector("[type=range]").value = view.time;
  draw(view);
  const aboutCut = !node.leaf && Math.random() < 0.5;
  const answer = right => tell(view, node, right);
  const button = (text, right) => html("button", { onclick: () => answer(right()) }, text);
  const value = html("input", { size: 6, ariaLabel: "Value" });
  value.onkeydown = event => { if (event.key === "Enter") answer(same(value.value, node.value)); };
  const asked = aboutCut
    ? ["Cut or not? ", button("Cut", () => Boolean(node.cut)), button("Not cut", () => !node.cut)]
    : ["What is the value of the marked node, for Max? ", value, button("Answer", () => same(value.value, node.value))];
  const quiz = view.place.querySelector(".quiz");
  quiz.replaceChildren(...asked);
  quiz.hidden = false;
  view.place.querySelector(".here")?.scrollIntoView({ block: "nearest" });
}

function tell(view, node, right) {
  view.score[1] += 1;
  if (right) view.score[0] += 1;
  const why = node.cut ? `cut, because ${node.cut}` : node.leaf ? "a leaf" : "not cut";
  view.place.querySelector(".quiz").replaceChildren(
    `${right ? "Right" : "No"}: its value is ${node.value}, ${why}. Score: ${view.score[0]} of ${view.score[1]}. `,
    html("button", { onclick: () => question(view) }, "Next question"));
  const index = view.asked;
  view.asked = null;
  draw(view);
  view.place.querySelector(`[data-node="${index}"]`)?.classList.add("here");
}

let current;

// The search from the position on the page.
export function mount(place, position) {
  current = position;
  if (place.childElementCount) return;
  const depth = html("input", { type: "number", min: 0, max: 200, value: 4 });
  const alert = html("span", { className: "bad", role: "alert" }), tree = html("div", { id: "tree" });
  const search = async () => {
    const words = current();
    words.set("depth", depth.value || 0);
    const answer = await fetch(`/api/tree?${words}`), body = await answer.json();
    alert.textContent = answer.ok ? "" : body.error;
    if (answer.ok) show(tree, body);
  };
  place.append(html("h2", {}, "The search"),
    html("p", {}, "Alpha-beta from the position on the board, node by node: what was sure when it was entered, "
      + "what it came to, and why it was cut. Type or paste your own program's six lines to compare them."),
    html("div", { className: "row" }, html("label", {}, "Depth (0: to the end) ", depth),
      html("button", { id: "dosearch", onclick: search }, "Search"), alert), tree);
}
