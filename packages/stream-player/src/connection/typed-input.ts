// Text that the viewer typed and the relay doesn't have yet, so that a lost connection loses none without a word.
import { type TypedNotice, toldText } from '@pocketfleet/contract';
import { type ControlMessage, HeldInput, textOf } from '@pocketfleet/stream-protocol';

type Typed = { readonly message: ControlMessage; readonly atMs: number };

export type TypedInput = {
  hold: (message: ControlMessage) => void;
  note: (message: ControlMessage) => void;
  /** Too much waits in the socket. */
  refuse: (message: ControlMessage) => void;
  /** The relay has everything that was sent before this ping. */
  confirm: (pingedAtMs: number) => void;
  /** Nobody knows whether the last letters have arrived. They are not sent again: twice is no better than never. */
  onLost: () => void;
  flush: (send: (message: ControlMessage) => void) => void;
  /** No other connection follows. */
  drop: () => void;
};

export function createTypedInput(tell: (notice: TypedNotice) => void): TypedInput {
  const held = new HeldInput<Typed>();
  /** Sent, but no pong has come since. */
  let sent: readonly Typed[] = [];

  const tellOf = (outcome: TypedNotice['outcome'], lost: readonly Typed[]): void => {
    const text = textOf(lost);
    if (text !== '') tell({ type: 'typed', outcome, why: null, ...toldText(text) });
  };
  const onLost = (): void => {
    tellOf('unconfirmed', sent);
    sent = [];
  };
  return {
    hold: (message) => {
      const typed = { message, atMs: performance.now() };
      if (!held.add(typed, typed.atMs)) tellOf('failed', [typed]);
    },
    note: (message) => {
      const typed = { message, atMs: performance.now() };
      if (textOf([typed]) !== '') sent = [...sent, typed];
    },
    refuse: (message) => tellOf('failed', [{ message, atMs: 0 }]),
    confirm: (pingedAtMs) => {
      // Text sent in the same moment may have gone after the ping.
      sent = sent.filter(({ atMs }) => atMs >= pingedAtMs);
    },
    onLost,
    flush: (send) => {
      const { items, isLate } = held.take(performance.now());
      if (isLate) tellOf('failed', items);
      else for (const { message } of items) send(message);
    },
    drop: () => {
      onLost();
      tellOf('failed', held.take(0).items);
    },
  };
}
