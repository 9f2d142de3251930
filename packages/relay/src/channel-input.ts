// Input for a phone whose channel is being opened again: it waits for the new one in its order, and what can't is told.
import { type TypedNotice, type TypedNoticeOf, toldText } from '@pocketfleet/contract';
import {
  type ControlMessage,
  decodeControlMessage,
  encodeControlMessage,
  HeldInput,
  textOf,
} from '@pocketfleet/stream-protocol';

export const cancelGestures = encodeControlMessage({ type: 'cancel_gestures' });

export type ViewerInput = {
  readonly bytes: Uint8Array;
  /** Of the seat. */
  readonly generation?: number | undefined;
  /** The person whose input it is. */
  readonly whoId?: string | undefined;
};

type Held = ViewerInput & { readonly message: ControlMessage };

export class ChannelInput {
  readonly #held = new HeldInput<Held>();
  readonly #onLost: (notice: TypedNoticeOf) => void;

  constructor(onLost: (notice: TypedNoticeOf) => void) {
    this.#onLost = onLost;
  }

  /** The bytes are those of a checked message. */
  hold(input: ViewerInput, nowMs: number): void {
    const message = decodeControlMessage(input.bytes);
    // The agent lifts the fingers of a channel that is lost.
    if (message.type === 'cancel_gestures' && this.#held.isEmpty) return;
    const item = { ...input, message };
    if (!this.#held.add(item, nowMs)) this.#tell([item]);
  }

  /** Input of a person who has lost the phone to the holder meanwhile would be done in the holder's name. */
  flush(nowMs: number, holderId: string | undefined, send: (input: ViewerInput) => void): void {
    const { items, isLate } = this.#held.take(nowMs);
    const isLost = ({ generation, whoId }: Held): boolean =>
      isLate || (generation !== undefined && whoId !== holderId);
    this.#tell(items.filter(isLost));
    for (const item of items) if (!isLost(item)) send(item);
  }

  /** No channel will come. */
  drop(nowMs: number): void {
    this.#tell(this.#held.take(nowMs).items);
  }

  #tell(lost: readonly Held[]): void {
    for (const of of new Set(lost.map(({ whoId }) => whoId))) {
      const notice = lostText(textOf(lost.filter(({ whoId }) => whoId === of)));
      if (notice !== undefined) this.#onLost({ ...notice, ...(of !== undefined && { of }) });
    }
  }
}

/** Undefined where no text was lost. */
export function lostText(text: string): TypedNotice | undefined {
  return text === '' ? undefined : { type: 'typed', outcome: 'failed', why: null, ...toldText(text) };
}
