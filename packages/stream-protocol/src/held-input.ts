// Input that waits while its way to the phone is interrupted for a moment, in its order. A touch doesn't wait: the phone may show
// something else by then. Neither does anything after a touch that was lost: a text could get into the wrong field. Pure: the
// caller tells the time.
import type { ControlMessage } from './control-message.ts';

/** Longer than a restart of the encoder or a new connection takes. Older input would surprise its person. */
const maxAgeMs = 10_000;
/** As much as a person does in that time. */
const maxMessages = 500;
/** Room for some long pastes. */
const maxTextUnits = 512 * 1024;

export class HeldInput<Item extends { readonly message: ControlMessage }> {
  #items: Item[] = [];
  #sinceMs = 0;
  #textUnits = 0;
  #hasLostTouch = false;

  get isEmpty(): boolean {
    return this.#items.length === 0;
  }

  /** Nothing waits, and nothing was lost that could change what comes next. */
  get isIdle(): boolean {
    return this.isEmpty && !this.#hasLostTouch;
  }

  /** False for what is lost. */
  add(item: Item, nowMs: number): boolean {
    const { message } = item;
    if (message.type === 'touch' || message.type === 'scroll') {
      if (message.type === 'touch' && message.action === 'down') this.#hasLostTouch = true;
      return false;
    }
    if (this.#hasLostTouch) return false;
    const textUnits = this.#textUnits + ('text' in message ? message.text.length : 0);
    if (this.#items.length >= maxMessages || textUnits > maxTextUnits) return false;
    if (this.isEmpty) this.#sinceMs = nowMs;
    this.#textUnits = textUnits;
    this.#items.push(item);
    return true;
  }

  /** Empties it. `isLate`: the items may not go to the phone any more, and their person is told. */
  take(nowMs: number): { readonly items: readonly Item[]; readonly isLate: boolean } {
    const items = this.#items;
    this.#items = [];
    this.#textUnits = 0;
    this.#hasLostTouch = false;
    return { items, isLate: nowMs - this.#sinceMs > maxAgeMs };
  }
}

/** The text that a person has typed or pasted by these messages. */
export function textOf(items: readonly { readonly message: ControlMessage }[]): string {
  const isTyped = (message: ControlMessage) =>
    message.type === 'text' || (message.type === 'set_clipboard' && message.paste);
  return items.map(({ message }) => ('text' in message && isTyped(message) ? message.text : '')).join('');
}
