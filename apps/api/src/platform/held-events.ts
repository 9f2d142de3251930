// Events of a transaction that the database itself doesn't send at the commit: they are held in memory until it has committed.
// After a rollback they are forgotten, also after one to a savepoint. This file knows no database and no bus.

/** Sends the events of this process to all nodes. */
export type Sender = {
  send: (events: readonly string[]) => void;
  /** It is unknown whether a transaction has committed: every node must read its state again. */
  sendGap: () => void;
};

/** The events of one transaction, each once, in their order. */
export type HeldEvents = {
  /** `transaction` is the object that `holdEvent` is called with. */
  attach: (transaction: object) => void;
  committed: () => void;
  unknown: () => void;
};

/** `texts` in the order of publishing. */
type Held = { texts: Set<string>; sender: Sender };

/** After more events than this in one transaction, every node reads its state again instead. */
const maxHeld = 10_000;

const senders = new WeakMap<object, Sender>();
const heldOf = new WeakMap<object, Held>();

/** From now on events that are published with this database, or in its transactions, go to `sender`. */
export function sendEventsOf(database: object, sender: Sender): void {
  senders.set(database, sender);
}

/** For a transaction that begins on this database. Undefined when the database sends events itself. */
export function startHolding(database: object): HeldEvents | undefined {
  const sender = senders.get(database);
  if (sender === undefined) return undefined;
  const held: Held = { texts: new Set(), sender };
  return {
    attach: (transaction) => void heldOf.set(transaction, held),
    committed: () => {
      if (held.texts.size > maxHeld) sender.sendGap();
      else if (held.texts.size > 0) sender.send([...held.texts]);
    },
    unknown: () => {
      if (held.texts.size > 0) sender.sendGap();
    },
  };
}

/** False when the database sends events itself. Outside a transaction the event is sent at once. */
export function holdEvent(db: object, text: string): boolean {
  const held = heldOf.get(db);
  if (held !== undefined) {
    // As NOTIFY, which delivers equal events of one transaction once.
    if (held.texts.size <= maxHeld) held.texts.add(text);
    return true;
  }
  const sender = senders.get(db);
  sender?.send([text]);
  return sender !== undefined;
}

/** Call at a savepoint; the returned function forgets what was published since. */
export function markEvents(transaction: object): () => void {
  const held = heldOf.get(transaction);
  const count = held?.texts.size ?? 0;
  return () => {
    for (const text of [...(held?.texts ?? [])].slice(count)) held?.texts.delete(text);
  };
}
