// Input that goes to the phone by a capture's control socket. While scrcpy's server is restarted, input waits for the next one, so that a
// letter that is typed in that second isn't lost.
import { type ControlMessage, HeldInput } from '@pocketfleet/stream-protocol';
import { ControlWriter, resetVideoMessage } from './control-writer.ts';

const maxQueuedWrites = 1_000;
const maxQueuedMoves = 60;

type Write = (bytes: Uint8Array) => Promise<void>;
type Held = {
  readonly message: ControlMessage;
  readonly onLost: () => void;
  /** Whether it may still go to the phone: another person may have it since. */
  readonly isAllowed: () => boolean;
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
    this.#isSized = true;
    const { items, isLate } = this.#held.take(performance.now());
    for (const { message, onLost, isAllowed } of items) {
      if (isLate || !isAllowed()) onLost();
      else this.#send(this.#writer.write(message), onLost);
    }
  }

  control(message: ControlMessage, onLost: () => void, isAllowed = () => true): void {
    if (this.#write === undefined || !this.#isSized || !this.#held.isEmpty) {
      if (!this.#held.add({ message, onLost, isAllowed }, performance.now())) onLost();
      return;
    }
    const isMove = message.type === 'touch' && (message.action === 'move' || message.action === 'hover');
    // A phone that is slow to read its input loses moves, but never the start or end of a gesture.
    if (isMove && this.#queuedWrites > maxQueuedMoves) return;
    this.#send(this.#writer.write(message), onLost);
  }

  cancelGestures(): void {
    this.#send(this.#writer.cancelGestures());
  }

  resetVideo(): void {
    this.#send([resetVideoMessage]);
  }

  /** The capture is over. */
  end(): void {
    this.cancelGestures();
    for (const { onLost } of this.#held.take(performance.now()).items) onLost();
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
