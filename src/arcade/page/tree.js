// A search tree, opened node by node. Stands alone as well: `show` needs nothing but the data.
export function show(place, tree) {
  const { nodes } = tree;
  place.innerHTML = `<table class="six"></table><div class="row"><label>Follow the search <input type="range" min="1" max="${nodes.length}" value="${nodes.length}" aria-label="Nodes visited"></label><output></output><label><input type="checkbox" class="ask"> Quiz</label></div><p class="quiz" hidden></p><div class="tree" tabindex="0"></div>`;
  const six = place.querySelector(".six"), slider = place.querySelector("[type=range]"), drawn = place.querySelector(".tree"), quiz = place.querySelector(".quiz");
  const count = tree.lines.map(([label, right]) => {
    const row = six.insertRow(), input = document.createElement("input"), verdict = document.createElement("span");
    input.size = 8; input.placeholder = "yours"; input.setAttribute("aria-label", "Your " + label);
    input.oninput = () => { const same = input.value.trim() === right || input.value.trim() !== "" && Number(input.value) === Number(right); verdict.textContent = input.value ? same ? "✓ the same" : "✗ differs" : ""; verdict.className = same ? "good" : "bad"; };
    row.insertCell().textContent = label; row.insertCell().textContent = right; row.insertCell().append(input); row.insertCell().append(verdict);
    return verdict;
  });
  void count;
  const kids = i => { const list = []; for (let j = i + 1; j < nodes[i].left; j = nodes[j].left) list.push(j); return list; };
  let time = nodes.length, asking = false, score = [0, 0];
  function words(i) {
    const n = nodes[i], who = n.stone === null ? (n.max ? "Max" : "Min") + " to move" : (n.max ? "Min" : "Max") + " takes " + n.stone;
    const known = n.left <= time && !(asking && !n.told);
    return `${who}  α ${n.alpha}  β ${n.beta}  ${known ? "value " + n.value : asking ? "value ?" : "…"}`;
  }
  function item(i) {
    const li = document.createElement("li"), button = document.createElement("button"), n = nodes[i];
    li.dataset.node = i; button.textContent = (n.leaf ? "• " : "▸ ") + words(i);
    if (n.cut && !asking && n.left <= time) { const cut = document.createElement("span"); cut.className = "cut"; cut.textContent = "  ✂ cut: " + n.cut; button.append(cut); }
    if (i >= time) li.className = "later"; else if (i === time - 1 && time < nodes.length) li.className = "here";
    button.setAttribute("aria-expanded", "false");
    button.onclick = () => asking && !n.told ? ask(i, li) : toggle(li, i);
    li.append(button); return li;
  }
  function toggle(li, i) {
    const open = li.querySelector("ul");
    if (open) { open.remove(); li.firstChild.setAttribute("aria-expanded", "false"); return; }
    if (nodes[i].leaf) return;
    const list = document.createElement("ul"); list.append(...kids(i).map(item)); li.append(list); li.firstChild.setAttribute("aria-expanded", "true");
  }
  function ask(i, li) {
    const n = nodes[i], cuts = !n.leaf && i % 2 === 1;
    quiz.hidden = false; quiz.innerHTML = "";
    const done = right => { score[1]++; if (right) score[0]++; n.told = true; quiz.textContent = `${right ? "Right" : "No"}: the value is ${n.value}${n.cut ? ", cut because " + n.cut : n.leaf ? ", a leaf" : ", not cut"}. Score ${score[0]} of ${score[1]}.`; li.replaceWith(item(i)); };
    if (cuts) { quiz.append("Is this node cut? "); for (const yes of [true, false]) { const b = document.createElement("button"); b.textContent = yes ? "Cut" : "Not cut"; b.onclick = () => done(yes === !!n.cut); quiz.append(b); } }
    else { const input = document.createElement("input"), b = document.createElement("button"); input.size = 6; b.textContent = "Answer"; b.onclick = () => done(Number(input.value) === Number(n.value) && input.value.trim() !== ""); quiz.append("What is its value (for Max)? ", input, b); input.focus(); }
  }
  // Opens the path to the node that is visited at this time, and nothing else.
  function follow() {
    const list = document.createElement("ul"); list.append(item(0)); drawn.replaceChildren(list);
    place.querySelector("output").textContent = `${time} of ${nodes.length} nodes`;
    let at = 0, li = list.firstChild;
    if (time === nodes.length) { toggle(li, 0); return; }
    while (at !== time - 1) { toggle(li, at); const next = kids(at).findLast(k => k <= time - 1); li = [...li.lastChild.children].find(c => +c.dataset.node === next); at = next; }
    li.scrollIntoView({ block: "nearest" });
  }
  slider.oninput = () => { time = +slider.value; follow(); };
  place.querySelector(".ask").onchange = event => { asking = event.target.checked; quiz.hidden = true; nodes.forEach(n => n.told = false); follow(); };
  follow();
}
export function mount(where, position) {
  where.innerHTML = `<h2>The search</h2><p>Alpha-beta from the position on the board, node by node: what it was sure of, what it found, and why it stopped. Type your own program's six numbers to compare.</p><div class="row"><label>Depth (0: to the end) <input type="number" min="0" max="50" value="4"></label><button>Search</button><span class="bad" role="alert"></span></div><div class="here"></div>`;
  where.querySelector("button").onclick = async () => {
    const { stones, taken } = position(), depth = where.querySelector("input").value || 0;
    const answer = await fetch(`/api/tree?stones=${stones}&taken=${taken.join(",")}&depth=${depth}`), body = await answer.json();
    where.querySelector("[role=alert]").textContent = answer.ok ? "" : body.error;
    if (answer.ok) show(where.querySelector(".here"), body);
  };
}
