// Input that comes with a live picture, in its order. Most of it goes to scrcpy at once. Text that scrcpy can't carry is typed by
// the keyboard of our own, and input after it waits until that is done, so that Enter never comes before the text.
import type { ControlMessage } from '@pocketfleet/stream-protocol';
import { maxTextLength } from '@pocketfleet/stream-protocol';

/** About a minute of fast typing. */
const maxWaiting = 1_000;
/** Room for some long pastes. */
const maxWaitingBytes = 1024 * 1024;

export interface LiveInputDeps {
  /** The phone's owner has scrcpy's clipboard, by which it pastes any text; a tenant's Android user hasn't. */
  readonly hasClipboard: boolean;
  readonly send: (message: ControlMessage) => void;
  /** Types text, and tells by itself what came of it. Never rejects. */
  readonly type: (text: string, generation: number | undefined) => Promise<void>;
  /** Whether somebody else has got the phone since this generation. */
  readonly isOld: (generation: number | undefined) => boolean;
  /** Called once for each typing during which too much input came. */
  readonly onDropped: () => void;
}

type Waiting = { readonly message: ControlMessage; readonly generation: number | undefined };

export class LiveInput {
  readonly #deps: LiveInputDeps;
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  #isTyping = false;
  #hasDropped = false;

  constructor(deps: LiveInputDeps) {
    this.#deps = deps;
  }

  /** `generation`: of the seat; undefined from a node that tells none. */
  take(message: ControlMessage, generation: number | undefined): void {
    for (const part of this.#partsOf(message)) {
      if (!this.#isTyping && this.#typedText(part) === undefined) {
        this.#send({ message: part, generation });
      } else if (this.#waiting.length < maxWaiting && this.#waitingBytes + bytesOf(part) <= maxWaitingBytes) {
        this.#waiting.push({ message: part, generation });
        this.#waitingBytes += bytesOf(part);
        if (!this.#isTyping) void this.#typeWaiting();
      } else if (part.type === 'cancel_gestures') {
        // Fingers must not stay on the screen.
        this.#deps.send(part);
      } else if (!this.#hasDropped) {
        this.#hasDropped = true;
        this.#deps.onDropped();
      }
    }
  }

  /** Nobody is there any more: what waits is dropped. */
  stop(): void {
    this.#waiting = [];
    this.#waitingBytes = 0;
  }

  async #typeWaiting(): Promise<void> {
    this.#isTyping = true;
    this.#hasDropped = false;
    for (let next = this.#shift(); next !== undefined; next = this.#shift()) {
      const first = this.#typedText(next.message);
      if (first === undefined) this.#send(next);
      else if (!this.#deps.isOld(next.generation)) {
        await this.#deps.type(first + this.#takeTextAfter(next.generation), next.generation);
      }
    }
    this.#isTyping = false;
  }

  /** One change of the keyboard types all text that has come meanwhile. */
  #takeTextAfter(generation: number | undefined): string {
    let text = '';
    for (
      let next = this.#waiting[0];
      next?.message.type === 'text' && next.generation === generation;
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

  #send({ message, generation }: Waiting): void {
    // This lifts fingers that somebody left on the screen, even if another person has the phone now.
    if (message.type === 'cancel_gestures' || !this.#deps.isOld(generation)) this.#deps.send(message);
  }

  /** A paste is the setting of the clipboard, which is confirmed as ever, and typing. */
  #partsOf(message: ControlMessage): ControlMessage[] {
    if (message.type !== 'set_clipboard' || !message.paste || this.#deps.hasClipboard) return [message];
    const { text } = message;
    return [{ ...message, paste: false }, ...(text === '' ? [] : [{ type: 'text', text } as const])];
  }

  /** Undefined for what scrcpy carries. As keys, a line break of a longer text could send a message. */
  #typedText(message: ControlMessage): string | undefined {
    if (message.type !== 'text' || this.#deps.hasClipboard) return undefined;
    const isKeys = /^[\x20-\x7e]*$/.test(message.text) || /^[\n\t]$/.test(message.text);
    return isKeys && message.text.length <= maxTextLength ? undefined : message.text;
  }
}

function bytesOf(message: ControlMessage): number {
  return 'text' in message ? Buffer.byteLength(message.text) : 0;
}
