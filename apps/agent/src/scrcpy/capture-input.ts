// Input that goes to the phone by a capture's control socket. While scrcpy's server is restarted, input waits for the next one, so that a
// letter that is typed in that second isn't lost.
import { type ControlMessage, HeldInput } from '@pocketfleet/stream-protocol';
import { ControlWriter, resetVideoMessage } from './control-writer.ts';

const maxQueuedWrites = 1_000;
const maxQueuedMoves = 60;

type Write = (bytes: Uint8Array) => Promise<void>;

export type ControlOptions = {
  /** The channel that it comes by: when it leaves, its fingers are lifted. */
  readonly owner?: object;
  /** Called when the message surely or perhaps doesn't reach the phone. */
  readonly onLost?: () => void;
  /** Asked again after a wait: another person may have the phone since. */
  readonly isAllowed?: () => boolean;
};

type Held = {
  readonly message: ControlMessage;
  readonly onLost: () => void;
  readonly isAllowed: () => boolean;
  readonly go: () => void;
};

export class CaptureInput {
  readonly #writer = new ControlWriter();
  readonly #held = new HeldInput<Held>();
  readonly #onStuck: () => void;
  #write: Write | undefined;
  /** The encoder has told its size. scrcpy drops positions of any other one. */
  #isSized = false;
  #queuedWrites = 0;

  /** `onStuck`: the phone reads no input any more. */
  constructor(onStuck: () => void) {
    this.#onStuck = onStuck;
  }

  get isConnected(): boolean {
    return this.#write !== undefined;
  }

  connect(write: Write): void {
    this.#write = write;
  }

  disconnect(): void {
    this.#write = undefined;
    this.#isSized = false;
  }

  setSize(width: number, height: number): void {
    this.#send(this.#writer.setSize(width, height));
    const isFirst = !this.#isSized;
    this.#isSized = true;
    // A finger that was down when the last server ended: its end may have been lost with it.
    if (isFirst) this.cancelGestures();
    const { items, isLate } = this.#held.take(performance.now());
    for (const { onLost, isAllowed, go } of items) {
      if (isLate || !isAllowed()) onLost();
      else go();
    }
  }

  control(
    message: ControlMessage,
    { owner, onLost = () => {}, isAllowed = () => true }: ControlOptions = {},
  ): void {
    const go = (): void => this.#send(this.#writer.write(message, owner), onLost);
    if (!this.#isOpen) {
      if (!this.#held.add({ message, onLost, isAllowed, go }, performance.now())) onLost();
      return;
    }
    const isMove = message.type === 'touch' && (message.action === 'move' || message.action === 'hover');
    // A phone that is slow to read its input loses moves, but never the start or end of a gesture.
    if (isMove && this.#queuedWrites > maxQueuedMoves) return;
    go();
  }

  /**
   * For text that goes to the phone another way, and must not come before what waits here: true when it is its turn. False where it
   * would be lost here, as after a touch that was lost.
   */
  turnOf(message: ControlMessage): true | Promise<boolean> {
    if (this.#isOpen || this.#held.isIdle) return true;
    return new Promise((resolve) => {
      const item = {
        message,
        onLost: () => resolve(false),
        isAllowed: () => true,
        go: () => resolve(true),
      };
      if (!this.#held.add(item, performance.now())) resolve(false);
    });
  }

  /** `owner`: only those of a channel that has left. */
  cancelGestures(owner?: object): void {
    // The next server lifts them all. It drops touches before it has told its size.
    if (!this.#isSized) return;
    this.#send(this.#writer.cancelGestures(owner));
  }

  resetVideo(): void {
    this.#send([resetVideoMessage]);
  }

  /** The capture is over. */
  end(): void {
    this.cancelGestures();
    for (const { onLost } of this.#held.take(performance.now()).items) onLost();
  }

  get #isOpen(): boolean {
    return this.#write !== undefined && this.#isSized && this.#held.isEmpty;
  }

  #send(messages: readonly Uint8Array[], onLost = () => {}): void {
    const write = this.#write;
    if (messages.length === 0) return;
    if (write === undefined || this.#queuedWrites > maxQueuedWrites) {
      onLost();
      if (write !== undefined) this.#onStuck();
      return;
    }
    for (const message of messages) {
      this.#queuedWrites++;
      write(message)
        .catch(onLost)
        .finally(() => this.#queuedWrites--);
    }
  }
}
