// The board of a tournament: drawn from data in the page, or from what the server sends.
"use strict";
const at = (id) => document.getElementById(id);
const make = (name, text, kind) => {
  const element = document.createElement(name);
  if (text !== undefined) element.textContent = text;
  if (kind) element.className = kind;
  return element;
};
const row = (cells, name = "td") => {
  const line = make("tr");
  for (const cell of cells) line.append(cell instanceof Node ? cell : make(name, cell));
  return line;
};
let summary = null, games = [], shown = null, chosen = null;

function receive(news) {
  summary = news.summary;
  games = games.slice(0, news.from).concat(news.games);
  draw();
}

function draw() {
  const { standings, expected, over } = summary;
  at("progress").textContent = `${summary.format}: ${games.length} of ${expected} games${over ? ", over" : ""}`;
  at("bar").max = Math.max(1, expected);
  at("bar").value = games.length;
  drawWinner(standings, over);
  drawStandings(standings);
  drawCross(standings.map((bot) => bot.name));
  drawUnderWay();
  drawFaults();
  drawGames();
}

function drawWinner(standings, over) {
  const first = standings.filter((bot) => bot.rank === 1);
  at("winner").hidden = !over || first.length === 0;
  at("winner").replaceChildren(`${first.length > 1 ? "The winners are" : "The winner is"} ${first.map((bot) => bot.name).join(" and ")}`);
  const [best] = first;
  if (best) at("winner").append(make("small", `${best.points} of ${best.games} games won, rated ${best.rating.toFixed(0)}`));
}

function drawStandings(standings) {
  const low = Math.min(...standings.map((bot) => bot.interval[0]));
  const high = Math.max(...standings.map((bot) => bot.interval[1]));
  const place = (rating) => `${(100 * (rating - low)) / Math.max(1, high - low)}%`;
  const head = make("thead");
  head.append(row(["#", "bot", "won", "games", "rating", "with 95 %", "accuracy", "thrown away", "faults", "s a move"], "th"));
  head.rows[0].cells[1].className = "name";
  const body = make("tbody");
  for (const bot of standings) {
    const [from, to] = bot.interval, span = make("div", "", "span"), area = make("i"), dot = make("b"), cell = make("td");
    area.style.left = place(from);
    area.style.right = `calc(100% - ${place(to)})`;
    dot.style.left = place(bot.rating);
    span.title = `${from.toFixed(0)} to ${to.toFixed(0)}`;
    span.append(area, dot);
    cell.append(span);
    const accuracy = bot.accuracy === null ? "–" : `${(100 * bot.accuracy).toFixed(1)} %`;
    const pace = bot.seconds_per_move === null ? "–" : bot.seconds_per_move.toFixed(3);
    body.append(row([bot.rank, make("td", bot.name, "name"), bot.points, bot.games, bot.rating.toFixed(0), cell, accuracy,
      bot.wins_thrown_away, make("td", bot.forfeits, bot.forfeits ? "lost" : ""), pace]));
  }
  at("standings").replaceChildren(head, body);
}

function drawCross(names) {
  const won = new Map();
  for (const game of games) {
    for (const [bot, other] of [[game.first, game.second], [game.second, game.first]]) {
      const key = JSON.stringify([bot, other]);
      const [wins, all] = won.get(key) || [0, 0];
      won.set(key, [wins + (game.winner === bot), all + 1]);
    }
  }
  const head = make("thead"), body = make("tbody");
  head.append(row(["", ...names], "th"));
  for (const bot of names) {
    const line = row([make("th", bot, "name")]);
    for (const other of names) {
      const cell = make("td"), count = won.get(JSON.stringify([bot, other]));
      if (count) {
        const button = make("button", count.join("/"), count[0] * 2 > count[1] ? "won" : count[0] * 2 < count[1] ? "lost" : "");
        button.title = `${bot} against ${other}`;
        button.onclick = () => { chosen = [bot, other]; drawGames(); at("games_title").scrollIntoView(); };
        cell.append(button);
      }
      line.append(cell);
    }
    body.append(line);
  }
  at("cross").replaceChildren(head, body);
}

function drawUnderWay() {
  const items = summary.under_way.map((game) => {
    const moves = game.moves ? game.moves.split(" ") : [];
    const left = positions(game).at(-1).left;
    return make("li", `${game.first} – ${game.second}: ${left} of ${game.stones} stones left, ${moves.slice(-8).map(words).join(", ") || "not begun"}`);
  });
  at("live").hidden = items.length === 0;
  at("under_way").replaceChildren(...items);
}

function drawFaults() {
  const items = summary.faults.map((fault) => {
    const item = make("li", `${fault.times} × ${fault.player}: ${fault.reason}`);
    if (fault.stderr.length) item.append(make("pre", fault.stderr.join("\n")));
    return item;
  });
  at("faulty").hidden = items.length === 0;
  at("faults").replaceChildren(...items);
}

function drawGames() {
  const fits = (game) => !chosen || (chosen.includes(game.first) && chosen.includes(game.second));
  const some = games.filter(fits).slice(-200).reverse();
  at("games_title").textContent = chosen ? `Games of ${chosen.join(" and ")}` : "Latest games";
  at("games").replaceChildren(...some.map((game) => {
    const item = make("li"), blunders = (game.moves.match(/!/g) || []).length;
    const button = make("button", `${game.game}. ${game.first} – ${game.second}, ${game.stones} stones: ${game.reason || "not played"}`);
    if (blunders) button.append(make("span", ` (${blunders} thrown away)`, "blunder"));
    button.onclick = () => open(game);
    item.append(button);
    return item;
  }));
}

// A move is written `3`, with a reset `3r`, in a won position `3+`, and `3+!` if it threw the win away; `9x` is
// illegal and takes nothing, and where nobody knows who was winning there is a `?`.
const words = (move) => `${parseInt(move, 10)}${move.includes("r") ? " and reset" : ""}${move.includes("x") ? " (illegal)" : ""}`;
const worth = (move) => move.includes("?") ? "" : move.includes("+") ? ", winning" : ", losing";

function positions(game) {
  let left = game.stones;
  const seen = [{ left }];
  for (const move of game.moves ? game.moves.split(" ") : []) {
    if (!move.includes("x")) left = Math.max(0, left - parseInt(move, 10));
    seen.push({ left, move });
  }
  return seen;
}

function open(game) {
  shown = { game, seen: positions(game) };
  location.hash = `game=${game.game}`;
  at("replay_title").textContent = `Game ${game.game}: ${game.first} first, ${game.second} second, ${game.stones} stones`;
  at("replay_end").textContent = game.reason;
  at("scrubber").max = shown.seen.length - 1;
  at("replay_moves").replaceChildren(...shown.seen.slice(1).map(({ move }, index) => {
    const item = make("li"), button = make("button", words(move), move.includes("!") ? "blunder" : "");
    if (move.includes("!")) button.title = "throws the win away";
    button.onclick = () => scrub(index + 1);
    item.append(button);
    return item;
  }));
  scrub(0);
  if (!at("replay").open) at("replay").showModal();
}

function scrub(index) {
  const { game, seen } = shown, { left, move } = seen[index], next = seen[index + 1];
  const names = [game.first, game.second];
  at("scrubber").value = index;
  at("pile").textContent = "●".repeat(Math.min(left, 1000));
  const did = move ? `${names[(index + 1) % 2]} ${move.includes("x") ? "asks for" : "takes"} ${words(move)}${move.includes("!") ? " and throws the win away" : ""}. ` : "";
  const value = next ? `${names[index % 2]} to move${worth(next.move)}.` : "The end.";
  at("replay_state").textContent = `${did}${left} stones left. ${value}`;
  [...at("replay_moves").querySelectorAll("button")].forEach((button, move) => {
    if (move + 1 === index) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  });
}

at("scrubber").oninput = () => scrub(Number(at("scrubber").value));
at("replay").onclose = () => { shown = null; history.replaceState(null, "", location.pathname); };

const data = at("data");
if (data) {
  if (data.textContent) receive(JSON.parse(data.textContent));
  const asked = games.find((game) => location.hash === `#game=${game.game}`);
  if (asked) open(asked);
  // The file is written again and again until the tournament is over.
  setInterval(() => { if (!shown && !(summary && summary.over)) location.reload(); }, 2000);
} else {
  const source = new EventSource("events");
  source.onmessage = (event) => receive(JSON.parse(event.data));
}
