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

// A question to the server. What it refuses is an error with its sentence.
export async function ask(address, options) {
  const answer = await fetch(address, options);
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.error);
  return body;
}
