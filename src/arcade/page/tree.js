// A search tree, opened node by node. `show` needs nothing but its data, so it also stands alone in a file.
import { ask, html, reveal } from "./dom.js";

// More nodes than these are opened one by one.
const MOST_AT_ONCE = 400;

export function show(place, tree) {
  const view = { ...tree, time: tree.nodes.length, open: new Set([0]), asked: null, score: [0, 0], place };
  const { nodes } = tree;
  const slider = html("input", { type: "range", min: 1, max: nodes.length, value: nodes.length, ariaLabel: "Nodes visited" });
  slider.oninput = () => follow(view, +slider.value);
  const step = by => () => {
    slider.value = +slider.value + by;
    follow(view, +slider.value);
  };
  const list = html("ul", { className: matchMedia("(max-width: 40rem)").matches ? "tree listed" : "tree drawn" });
  const other = () => { form.textContent = list.classList.contains("drawn") ? "As a list" : "As a drawing"; };
  const form = html("button", { className: "form", onclick: () => {
    list.classList.toggle("listed", list.classList.contains("drawn"));
    list.classList.toggle("drawn", !list.classList.contains("listed"));
    list.scrollLeft = 0;
    centre(list);
    other();
  } });
  other();
  place.replaceChildren(
    sixLines(tree),
    html("div", { className: "row" },
      html("label", { className: "wide" }, "Follow the search ", slider),
      html("button", { ariaLabel: "A node back", onclick: step(-1) }, "◀"),
      html("button", { ariaLabel: "A node on", onclick: step(1) }, "▶"), html("output"),
      html("button", { className: "ask main", onclick: () => question(view) }, "Quiz me"), form,
      ...(nodes.length > MOST_AT_ONCE ? [] : [html("button", { className: "all", onclick: () => openAll(view) }, "Open all")])),
    html("div", { className: "quiz", hidden: true, role: "status" }),
    list);
  draw(view);
  centre(list);
}

// The numbers of the search, and room for those of somebody's own program.
function sixLines({ lines, position, depth }) {
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
  // All six lines may be pasted into any of the fields: known by their labels, or else by their order.
  table.onpaste = event => {
    const pasted = event.clipboardData.getData("text").split("\n").map(line => line.trim()).filter(Boolean);
    if (pasted.length < 2) return;
    event.preventDefault();
    const named = label => pasted.find(line => line.toLowerCase().startsWith(`${label.toLowerCase()}:`));
    const known = lines.some(([label]) => named(label));
    lines.forEach(([label], i) => {
      const line = known ? named(label) : pasted[i];
      if (line !== undefined) inputs[i].value = line.split(":").at(-1).trim();
    });
    compare();
  };
  const from = `From ${position}, ${depth ? `${depth} plies deep` : "to the end"}. `
    + "Type your own program's numbers beside these, or paste all six lines, to compare them.";
  return html("div", { className: "card" }, html("p", {}, from), table, verdict);
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
  reveal(view.place.querySelector(".tree"), view.place.querySelector(".here > button"));
}

function openAll(view) {
  view.open = new Set(view.nodes.keys());
  draw(view);
  centre(view.place.querySelector(".tree"));
}

// A list begins at the left.
function centre(list) {
  if (list.classList.contains("drawn")) list.scrollLeft = (list.scrollWidth - list.clientWidth) / 2;
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
  made.classList.add(node.max ? "max" : "min");
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
  const closed = leaf || view.open.has(index) ? "" : ` ▸ ${children(view, index).length}`;
  const parts = [html("span", {}, `${max ? "△" : "▽"} ${who}`), html("span", { className: "window" }, index < view.time ? `α ${alpha} β ${beta}` : "α ? β ?"),
    html("b", {}, known ? `value ${value}` : "value ?")];
  if (known && cut) parts.push(html("span", { className: "cut" }, `✂ cut: ${cut}`));
  if (closed) parts.push(html("span", { className: "more", title: "Open it" }, closed));
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
  view.place.querySelector(".here > button")?.scrollIntoView({ block: "nearest", inline: "center" });
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
    try {
      show(tree, await ask(`/api/tree?${words}`));
      alert.textContent = "";
    } catch (error) {
      alert.textContent = error.message;
    }
  };
  const form = html("form", { className: "row", onsubmit: event => { event.preventDefault(); search(); } },
    html("label", {}, "Depth (0: to the end) ", depth), html("button", { id: "dosearch", className: "main" }, "Search"), alert);
  place.append(html("h2", {}, "The search"),
    html("p", {}, "Alpha-beta from the position on the board, node by node: what was sure when it was entered (α and β), "
      + "what it came to, and why it was cut. △ Max is to move, ▽ Min is."),
    form, tree);
}
