// Elements, and values in words.

export function html(tag, properties = {}, ...inside) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...inside);
  return made;
}

export function svg(tag, attributes = {}, ...inside) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) made.setAttribute(name, value);
  }
  made.append(...inside);
  return made;
}

// The shape beside the colour: nobody has to tell green from red.
export const MARK = { win: "▲", lose: "▼", draw: "◆" };

// "▲ win in 7"
export function say(worth) {
  if (!worth) return "";
  return `${MARK[worth.value]} ${worth.value}${soon(worth)}`;
}

// " in 7", where that is known.
export function soon(worth) {
  return worth.plies === null ? "" : ` in ${worth.plies}`;
}

// A sentence of the server, in which `what is quoted` is set apart.
export function spelt(sentence) {
  return sentence.split("`").map((part, i) => i % 2 ? html("code", {}, part) : part);
}

// What the server answers. What it refuses is an error with its sentence.
export async function fetched(address, options) {
  const answer = await fetch(address, options).catch(() => {
    throw new Error("The arcade does not answer. Does it still run?");
  });
  if (answer.ok) return answer;
  const long = answer.status === 414 || answer.status === 431;
  const why = long ? "The address is too long." : `The arcade refused this (${answer.status}).`;
  const told = await answer.json().catch(() => ({ error: why }));
  throw new Error(told.error);
}

// A question to the server.
export async function ask(address, options) {
  return (await fetched(address, options)).json();
}

// Scrolls a box until a part of it is seen. The page around it stays where it is, under the finger.
export function reveal(box, part) {
  if (!part) return;
  const out = box.getBoundingClientRect(), at = part.getBoundingClientRect();
  box.scrollTop += Math.min(0, at.top - out.top) + Math.max(0, at.bottom - out.bottom);
  box.scrollLeft += (at.left + at.right - out.left - out.right) / 2;
}
