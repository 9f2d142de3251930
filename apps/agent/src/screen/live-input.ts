// Input that comes with live pictures, in its order. Most of it goes to scrcpy at once. Text that scrcpy can't carry is typed by
// the keyboard of our own, and input after it waits until that is done, so that Enter never comes before the text. The queue
// belongs to the phone: a channel that is lost meanwhile, or another quality of the picture, loses nothing of it.
import { type TypedNotice, toldText } from '@pocketfleet/contract';
import { type ControlMessage, maxTextLength, textOf } from '@pocketfleet/stream-protocol';
import type { Actor } from './screen-watcher.ts';
import { canBeTypedByKeys } from './typed-text.ts';
import { bytesOf, isEnd, shortened } from './waiting-input.ts';

/** About a minute of fast typing. */
const maxWaiting = 1_000;
/** Room for some long pastes. */
const maxWaitingBytes = 1024 * 1024;
/** A relay that has lost its channel opens the next one sooner, if anybody is there. */
const outletTimeoutMs = 10_000;
/** An older touch is dropped: the phone may show something else by now, and impatient people tap again and again. */
const maxTouchAgeMs = 3_000;
const maxUntold = 5;

/** One channel, with its capture. */
export interface Outlet {
  /** False: nothing of it gets to the phone any more. */
  readonly canSend: boolean;
  toPhone(message: ControlMessage, who: Actor | null, generation: number | undefined): void;
  /** For text that is typed: true when what came before it has gone to the phone, false where it is lost. */
  turnOf(message: ControlMessage): true | Promise<boolean>;
  /** False where this person can't be told here. */
  tell(notice: TypedNotice, who: Actor | null): boolean;
}

export type Origin = {
  readonly outlet: Outlet;
  /** Of the seat; undefined from a node that tells none. */
  readonly generation: number | undefined;
  readonly who: Actor | null;
};

export interface LiveInputDeps {
  /** The phone's owner has scrcpy's clipboard, by which it pastes any text; a tenant's Android user hasn't. */
  readonly hasClipboard: boolean;
  /** Types text. Resolves with what its person has to know of it. Never rejects. */
  readonly type: (
    text: string,
    generation: number | undefined,
    who: Actor | null,
  ) => Promise<TypedNotice | undefined>;
  /** Whether somebody else has got the phone since this generation. */
  readonly isOld: (generation: number | undefined) => boolean;
  /** Whether the focused field holds a password, as far as is known. */
  readonly isPassword: () => boolean;
}

type Waiting = {
  readonly message: ControlMessage;
  readonly origin: Origin;
  /** When it came. */
  readonly atMs: number;
};
/** `last`: what waited last when it was asked. Undefined where nothing did, and text was being typed. */
type Mark = { readonly last: Waiting | undefined; readonly run: () => void };
type Untold = { readonly notice: TypedNotice; readonly who: Actor | null };
type Lost = { readonly text: string; readonly origin: Origin };

export class LiveInput {
  readonly #deps: LiveInputDeps;
  readonly #outlets = new Set<Outlet>();
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  #isTyping = false;
  #dropped: Waiting[] = [];
  #lost: Lost[] = [];
  #marks: Mark[] = [];
  #untold: Untold[] = [];
  #onJoin: () => void = () => undefined;

  constructor(deps: LiveInputDeps) {
    this.#deps = deps;
  }

  join(outlet: Outlet): void {
    this.#outlets.add(outlet);
    this.#onJoin();
  }

  /** Input that has come of it still goes to the phone, and its fingers are lifted then. */
  leave(outlet: Outlet): void {
    this.#outlets.delete(outlet);
    const hasTouch = this.#waiting.some(
      ({ message, origin }) => origin.outlet === outlet && message.type === 'touch',
    );
    const origin = { outlet, generation: undefined, who: null };
    const atMs = performance.now();
    if (hasTouch) this.#waiting.push({ message: { type: 'cancel_gestures' }, origin, atMs });
  }

  take(message: ControlMessage, origin: Origin): void {
    for (const part of this.#partsOf(message)) {
      const next = { message: part, origin, atMs: performance.now() };
      if (!this.#isTyping && this.#typedText(part) === undefined) {
        this.#send(next, origin.outlet);
      } else if (this.#waiting.length < maxWaiting && this.#waitingBytes + bytesOf(part) <= maxWaitingBytes) {
        this.#waiting.push(next);
        this.#waitingBytes += bytesOf(part);
        if (!this.#isTyping) void this.#typeWaiting();
      } else if (part.type === 'cancel_gestures' || (part.type === 'touch' && isEnd(part))) {
        // Fingers must not stay on the screen: neither those that are there, nor those that wait.
        const end: Waiting = { ...next, message: { type: 'cancel_gestures' } };
        if (part.type === 'cancel_gestures') this.#send(end, origin.outlet);
        const last = this.#waiting.findLast((each) => each.origin.outlet === origin.outlet);
        if (last?.message.type !== 'cancel_gestures') this.#waiting.push(end);
      } else {
        // The rest is told at the end, when it is known how much it was.
        if (this.#dropped.length === 0) this.#tellLost([next]);
        if (this.#dropped.length < maxWaiting) this.#dropped.push({ ...next, message: shortened(part) });
      }
    }
  }

  /** Calls back when all that has come until now is done, or is lost. */
  afterAll(run: () => void): void {
    if (this.#isTyping) this.#marks.push({ last: this.#waiting.at(-1), run });
    else run();
  }

  /** Tells that this text didn't get to the phone, in one notice with what else of the same person is lost in this moment. */
  tellLost(text: string, origin: Origin): void {
    if (this.#lost.length === 0) setImmediate(() => this.#tellLostTexts());
    this.#lost.push({ text: this.#deps.isPassword() ? '' : text, origin });
  }

  /** This outlet may be able to tell now what nobody could be told before. */
  tellWaiting(outlet: Outlet): void {
    this.#untold = this.#untold.filter(({ notice, who }) => !outlet.tell(notice, who));
  }

  /** The tenant has gone: what waits is dropped. */
  end(): void {
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#lost = [];
    this.#untold = [];
    this.#onJoin();
  }

  async #typeWaiting(): Promise<void> {
    this.#isTyping = true;
    for (let next = this.#shift(); next !== undefined; next = this.#shift()) {
      const first = this.#typedText(next.message);
      if (first === undefined) await this.#sendLater(next);
      else await this.#type(first, next);
      this.#passMarks();
    }
    this.#isTyping = false;
    const [, ...more] = this.#dropped;
    this.#tellLost(more);
    this.#dropped = [];
  }

  #passMarks(): void {
    for (let mark = this.#marks[0]; mark !== undefined; mark = this.#marks[0]) {
      if (mark.last !== undefined && this.#waiting.includes(mark.last)) return;
      this.#marks.shift();
      mark.run();
    }
  }

  async #type(first: string, next: Waiting): Promise<void> {
    const { outlet, generation, who } = next.origin;
    // Keys that were pressed before it may still wait for scrcpy's server.
    const turns = [...new Set([outlet, ...this.#outlets])].map((each) => each.turnOf(next.message));
    const isLost =
      turns.some((turn) => turn !== true) && (await Promise.all(turns)).some((isTurn) => !isTurn);
    if (isLost || this.#deps.isOld(generation)) {
      this.#tellLost([next]);
      return;
    }
    const text = first + this.#takeTextAfter(generation);
    const notice = await this.#deps.type(text, generation, who);
    if (notice !== undefined) this.#tell(notice, next.origin);
  }

  /** One change of the keyboard types all text that has come meanwhile. */
  #takeTextAfter(generation: number | undefined): string {
    let text = '';
    for (
      let next = this.#waiting[0];
      next?.message.type === 'text' && next.origin.generation === generation;
      next = this.#waiting[0]
    ) {
      text += next.message.text;
      this.#shift();
    }
    return text;
  }

  #shift(): Waiting | undefined {
    const next = this.#waiting.shift();
    if (next !== undefined) this.#waitingBytes -= bytesOf(next.message);
    return next;
  }

  async #sendLater(next: Waiting): Promise<void> {
    const { outlet } = next.origin;
    const { type } = next.message;
    // Its capture has ended, and with it the fingers. What waited before this may have gone by another one.
    if (!outlet.canSend && type === 'cancel_gestures' && this.#outlets.size === 0) return;
    if (!outlet.canSend && this.#outlets.size === 0) await this.#untilJoin();
    const isOldTouch =
      (type === 'touch' || type === 'scroll') && performance.now() - next.atMs > maxTouchAgeMs;
    if (isOldTouch && !isEnd(next.message)) return this.#dropTouch(next);
    if (outlet.canSend) return this.#send(next, outlet);
    const other = [...this.#outlets].at(-1);
    if (other !== undefined) {
      this.#send(next, other);
      return;
    }
    // Nobody is there: all that waits is lost.
    this.#tellLost([next, ...this.#waiting]);
    this.#waiting = [];
    this.#waitingBytes = 0;
  }

  /** Text typed after a dropped tap could get into the wrong field. */
  #dropTouch({ message }: Waiting): void {
    if (message.type !== 'touch' || message.action !== 'down') return;
    this.#tellLost(this.#waiting);
    this.#waiting = this.#waiting.filter((waiting) => isEnd(waiting.message));
    this.#waitingBytes = 0;
  }

  async #untilJoin(): Promise<void> {
    const joined = Promise.withResolvers<void>();
    this.#onJoin = joined.resolve;
    const timer = setTimeout(joined.resolve, outletTimeoutMs).unref();
    await joined.promise;
    clearTimeout(timer);
  }

  #send({ message, origin }: Waiting, outlet: Outlet): void {
    // This lifts fingers that somebody left on the screen, even if another person has the phone now.
    if (message.type === 'cancel_gestures' || !this.#deps.isOld(origin.generation))
      outlet.toPhone(message, origin.who, origin.generation);
    else this.#tellLost([{ message, origin }]);
  }

  #tellLost(lost: readonly Pick<Waiting, 'message' | 'origin'>[]): void {
    for (const one of lost) {
      const text = textOf([one]);
      if (text !== '') this.tellLost(text, one.origin);
    }
  }

  #tellLostTexts(): void {
    const lost = this.#lost;
    this.#lost = [];
    for (const person of new Set(lost.map(({ origin }) => origin.who?.id))) {
      const theirs = lost.filter(({ origin }) => origin.who?.id === person);
      const [first] = theirs;
      const text = theirs.map((one) => one.text).join('');
      if (first !== undefined)
        this.#tell({ type: 'typed', outcome: 'failed', why: null, ...toldText(text) }, first.origin);
    }
  }

  #tell(notice: TypedNotice, { outlet, who }: Origin): void {
    const others = [...this.#outlets].reverse().filter((other) => other !== outlet);
    if ([outlet, ...others].some((each) => each.tell(notice, who))) return;
    this.#untold = [...this.#untold, { notice, who }].slice(-maxUntold);
  }

  /** A paste is the setting of the clipboard, which is confirmed as ever, and typing. */
  #partsOf(message: ControlMessage): ControlMessage[] {
    if (message.type !== 'set_clipboard' || !message.paste || this.#deps.hasClipboard) return [message];
    const { text } = message;
    return [{ ...message, paste: false }, ...(text === '' ? [] : [{ type: 'text', text } as const])];
  }

  /** Undefined for what scrcpy carries. */
  #typedText(message: ControlMessage): string | undefined {
    if (message.type !== 'text' || this.#deps.hasClipboard) return undefined;
    return canBeTypedByKeys(message.text) && message.text.length <= maxTextLength ? undefined : message.text;
  }
}
