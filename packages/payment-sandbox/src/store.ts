// Everything that the sandbox knows, in memory and on disk. Each change appends the changed object to a
// journal before it is answered; at start the journal is read back and written anew without what is outdated.
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiEvent, Charge, Dispute, PaymentIntent, Refund } from './objects.ts';

/** The first answer to an idempotency key, replayed to every later call with it. */
type KeptAnswer = { id: string; fingerprint: string; status: number; body: unknown };
/** A webhook that is still to be delivered. */
export type Delivery = { id: string; event_id: string; attempts: number; next_at_ms: number; done: boolean };

type Kinds = {
  payment_intent: PaymentIntent;
  charge: Charge;
  refund: Refund;
  dispute: Dispute;
  event: ApiEvent;
  answer: KeptAnswer;
  delivery: Delivery;
};

type Kind = keyof Kinds;

export type Store = {
  put: <K extends Kind>(kind: K, object: Kinds[K]) => void;
  find: <K extends Kind>(kind: K, id: string) => Kinds[K] | undefined;
  /** Oldest first. */
  list: <K extends Kind>(kind: K) => Kinds[K][];
};

const kinds: readonly Kind[] = [
  'payment_intent',
  'charge',
  'refund',
  'dispute',
  'event',
  'answer',
  'delivery',
];

export function openStore(dataDir: string): Store {
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, 'journal.jsonl');
  const tables = Object.fromEntries(kinds.map((kind) => [kind, new Map()])) as unknown as {
    [K in Kind]: Map<string, Kinds[K]>;
  };
  const keep = <K extends Kind>(kind: K, object: Kinds[K]): void => void tables[kind].set(object.id, object);
  if (existsSync(path)) {
    for (const line of readFileSync(path, 'utf8').split('\n')) {
      const entry = parseEntry(line);
      if (entry !== undefined) keep(entry.kind, entry.object);
    }
  }
  const lines = kinds.flatMap((kind) => [...tables[kind].values()].map((object) => toLine(kind, object)));
  writeFileSync(`${path}.new`, lines.join(''));
  renameSync(`${path}.new`, path);
  return {
    put: (kind, object) => {
      appendFileSync(path, toLine(kind, object));
      keep(kind, structuredClone(object));
    },
    find: (kind, id) => {
      const found = tables[kind].get(id);
      return found === undefined ? undefined : structuredClone(found);
    },
    list: (kind) => [...tables[kind].values()],
  };
}

function toLine(kind: Kind, object: unknown): string {
  return `${JSON.stringify({ kind, object })}\n`;
}

/** A last line that was cut off by a crash was never answered: it is left out. */
function parseEntry(line: string): { kind: Kind; object: Kinds[Kind] } | undefined {
  if (line === '') return undefined;
  try {
    return JSON.parse(line) as { kind: Kind; object: Kinds[Kind] };
  } catch {
    return undefined;
  }
}
