// Input for a phone's channel. While that is opened again, input waits for the new one in its order, and what can't is told. Text that
// was written is told, too, when the channel is lost before its host has confirmed it: a line that is dead but open swallows it for
// some seconds, and a host that is killed takes with it what it has not typed yet.
import { type TypedNotice, type TypedNoticeOf, toldText } from '@pocketfleet/contract';
import {
  type ControlMessage,
  decodeControlMessage,
  encodeControlMessage,
  HeldInput,
  textOf,
} from '@pocketfleet/stream-protocol';
import type { WebSocket } from 'ws';

/** A notice names less than this of a text. */
const maxKeptUnits = 200;
/** As many as wait on a host: it tells itself of what is more. */
const maxWritten = 1_000;

export const cancelGestures = encodeControlMessage({ type: 'cancel_gestures' });

export type ViewerInput = {
  readonly bytes: Uint8Array;
  /** Of the seat. */
  readonly generation?: number | undefined;
  /** The person whose input it is. */
  readonly whoId?: string | undefined;
};

type Held = ViewerInput & { readonly message: ControlMessage };
type Typed = { readonly text: string; readonly whoId: string | undefined };

export class ChannelInput {
  readonly #held = new HeldInput<Held>();
  readonly #onLost: (notice: TypedNoticeOf) => void;
  /** Written, and not confirmed. */
  #written: Typed[] = [];
  /** So many of these the ping that is on its way will confirm. */
  #asked = 0;

  constructor(onLost: (notice: TypedNoticeOf) => void) {
    this.#onLost = onLost;
  }

  /** The bytes are those of a checked message. */
  hold(input: ViewerInput, nowMs: number): void {
    const message = decodeControlMessage(input.bytes);
    // The agent lifts the fingers of a channel that is lost.
    if (message.type === 'cancel_gestures' && this.#held.isEmpty) return;
    const item = { ...input, message };
    if (!this.#held.add(item, nowMs)) this.#tell('failed', [typedBy(item)]);
  }

  /** Input of a person who has lost the phone to the holder meanwhile would be done in the holder's name. */
  flush(nowMs: number, holderId: string | undefined, send: (input: ViewerInput) => void): void {
    const { items, isLate } = this.#held.take(nowMs);
    const isLost = ({ generation, whoId }: Held): boolean =>
      isLate || (generation !== undefined && whoId !== holderId);
    this.#tell('failed', items.filter(isLost).map(typedBy));
    for (const item of items) if (!isLost(item)) send(item);
  }

  /** No channel will come. */
  drop(nowMs: number): void {
    this.#tell('failed', this.#held.take(nowMs).items.map(typedBy));
  }

  /** It was written to the channel. The host answers a ping when everything that came before is typed. Older hosts: when they have it. */
  note(input: ViewerInput, channel: WebSocket): void {
    const { text, whoId } = typedBy({ ...input, message: decodeControlMessage(input.bytes) });
    if (text === '' || this.#written.length >= maxWritten) return;
    this.#written.push({ text: text.slice(0, maxKeptUnits), whoId });
    if (this.#asked === 0) this.#ask(channel);
  }

  /** The host has answered a ping. */
  confirm(channel: WebSocket): void {
    this.#written.splice(0, this.#asked);
    this.#asked = 0;
    if (this.#written.length > 0) this.#ask(channel);
  }

  /** The channel is lost. Unconfirmed input is not sent again: twice is no better than never. */
  lose(): void {
    this.#tell('unconfirmed', this.#written);
    this.#written = [];
    this.#asked = 0;
  }

  #ask(channel: WebSocket): void {
    this.#asked = this.#written.length;
    channel.ping();
  }

  #tell(outcome: TypedNotice['outcome'], lost: readonly Typed[]): void {
    for (const of of new Set(lost.map(({ whoId }) => whoId))) {
      const theirs = lost.filter(({ whoId }) => whoId === of);
      const notice = noticeOf(outcome, theirs.map(({ text }) => text).join(''));
      if (notice !== undefined) this.#onLost({ ...notice, ...(of !== undefined && { of }) });
    }
  }
}

/** Undefined where no text was lost. */
export function lostText(text: string): TypedNotice | undefined {
  return noticeOf('failed', text);
}

function noticeOf(outcome: TypedNotice['outcome'], text: string): TypedNotice | undefined {
  return text === '' ? undefined : { type: 'typed', outcome, why: null, ...toldText(text) };
}

function typedBy({ message, whoId }: Held): Typed {
  return { text: textOf([{ message }]), whoId };
}
