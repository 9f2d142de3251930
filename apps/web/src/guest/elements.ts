export function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no #${id}.`);
  return found;
}

export function field(id: string): HTMLInputElement {
  const found = element(id);
  if (!(found instanceof HTMLInputElement)) throw new Error(`#${id} is no field.`);
  return found;
}

/** Writes only what has changed, because a status region announces each write. */
export function write(id: string, text: string): void {
  const found = element(id);
  if (found.textContent !== text) found.textContent = text;
}
