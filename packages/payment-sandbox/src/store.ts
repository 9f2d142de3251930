// The sandbox's state, in memory and on disk. Each change appends the changed object to a
// journal before the response; at start the journal is read and rewritten without outdated entries.
// While the disk is full the sandbox continues in memory, and writes the changes once there is
// space: the real provider would not depend on this machine's disk.
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { ApiEvent, Charge, Dispute, PaymentIntent, Refund } from './objects.ts';

/** The first response for an idempotency key, which each later call gets again. */
type KeptAnswer = { id: string; fingerprint: string; status: number; body: unknown; at_ms?: number };
/** A webhook that has not been delivered. */
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
  /** Writes the changes that the full disk has refused. */
  catchUp: () => void;
};

/** The limit for changes that wait for disk space; beyond it the sandbox ends. */
const maxWaitingLines = 10_000;

const kinds: readonly Kind[] = [
  'payment_intent',
  'charge',
  'refund',
  'dispute',
  'event',
  'answer',
  'delivery',
];

/** `append` is replaced in tests of a full disk. Throws any error of the disk except that it is full. */
export function openStore(
  dataDir: string,
  append: (path: string, text: string) => void = appendFileSync,
): Store {
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
  writeAnew(path, lines.join(''));
  let length = statSync(path).size;
  let waiting: string[] = [];
  const catchUp = (): void => {
    if (waiting.length === 0) return;
    try {
      append(path, waiting.join(''));
    } catch (error) {
      // A partial line would damage the next one, so it is removed.
      truncateSync(path, length);
      if (!isDiskFull(error) || waiting.length > maxWaitingLines) throw error;
      return;
    }
    length = statSync(path).size;
    waiting = [];
  };
  return {
    put: (kind, object) => {
      keep(kind, structuredClone(object));
      waiting.push(toLine(kind, object));
      catchUp();
    },
    find: (kind, id) => {
      const found = tables[kind].get(id);
      return found === undefined ? undefined : structuredClone(found);
    },
    list: (kind) => [...tables[kind].values()],
    catchUp,
  };
}

/** Rewrites the journal without outdated entries. On a full disk the old one is kept, without a partial last line. */
function writeAnew(path: string, text: string): void {
  try {
    writeFileSync(`${path}.new`, text, { mode: 0o600 });
    renameSync(`${path}.new`, path);
  } catch (error) {
    rmSync(`${path}.new`, { force: true });
    if (!isDiskFull(error)) throw error;
    if (existsSync(path)) truncateSync(path, readFileSync(path).lastIndexOf('\n') + 1);
    else writeFileSync(path, '', { mode: 0o600 });
  }
}

function isDiskFull(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOSPC';
}

function toLine(kind: Kind, object: unknown): string {
  return `${JSON.stringify({ kind, object })}\n`;
}

/** A partial last line is skipped: the crash came before its response. */
function parseEntry(line: string): { kind: Kind; object: Kinds[Kind] } | undefined {
  if (line === '') return undefined;
  try {
    return JSON.parse(line) as { kind: Kind; object: Kinds[Kind] };
  } catch {
    return undefined;
  }
}
