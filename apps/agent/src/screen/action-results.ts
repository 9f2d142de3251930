// The results of named actions for ten minutes: a repeat gets the same answer, and nothing is done twice. The number of
// results is limited, and a restart of this program deletes them; the start of an action is known longer, and reported as `unknown`.
import type { ActionRefusal, ActionResult } from '@pocketfleet/contract';
import { type ActionJournal, maxRemembered, rememberedMs } from './action-journal.ts';
import { refusal } from './refusal.ts';
import { ScreenError } from './screen-error.ts';

const maxBytes = 4 * 1024 * 1024;
/** Refusals that may come when a part was done already. */
const halfDone: ReadonlySet<ActionRefusal | null> = new Set(['failed', 'seat_lost']);
const idUsed = refusal(
  'id_used',
  'This action_id is that of another action of the last ten minutes. Use a new one for a new action.',
);
const unknown = refusal(
  'unknown',
  'An action with this action_id was begun, and what came of it is not known here any more. Nothing was done now: read the screen.',
);

export interface NamedAction {
  readonly caller: string;
  readonly action_id: string;
  /** Of what was asked for. Older servers send none. */
  readonly action_hash?: string | undefined;
}

type Known = {
  result: Promise<ActionResult>;
  readonly hash: string | undefined;
  readonly atMs: number;
  /** Of the result; 0 while it is awaited. */
  bytes: number;
};

export class ActionResults {
  readonly #known = new Map<string, Known>();
  readonly #maxBytes: number;
  #bytes = 0;
  /** Set once the tenant's place is known. */
  journal: ActionJournal | undefined;

  constructor(limit = maxBytes) {
    this.#maxBytes = limit;
  }

  /** The answer to a repeat. Undefined: nothing was begun under this name. */
  find(action: NamedAction): Promise<ActionResult> | undefined {
    this.#forgetOld();
    const name = nameOf(action);
    const known = this.#known.get(name);
    if (known === undefined) return this.journal?.wasBegun(name) ? Promise.resolve(unknown) : undefined;
    const hash = action.action_hash;
    const isOther = known.hash !== undefined && hash !== undefined && known.hash !== hash;
    return isOther ? Promise.resolve(idUsed) : known.result;
  }

  /** `work` calls `begin` before anything is done on the phone. It throws where that can't be noted. */
  async keep(action: NamedAction, work: (begin: () => void) => Promise<ActionResult>): Promise<ActionResult> {
    const name = nameOf(action);
    let isBegun = false;
    const result = work(() => {
      if (!isBegun) this.#noteBegin(name);
      isBegun = true;
    });
    const known: Known = { result, hash: action.action_hash, atMs: performance.now(), bytes: 0 };
    this.#known.set(name, known);
    const told = await result.catch((error: unknown) => {
      this.#known.delete(name);
      throw error;
    });
    // A refusal is no result: the repeat of an action of which nothing was done is tried anew.
    const isDone = told.done || (isBegun && halfDone.has(told.why));
    if (isDone) this.#measure(known, told);
    else if (this.#known.get(name) === known) this.#known.delete(name);
    if (!isDone && isBegun) this.#forgetBegin(name);
    return told;
  }

  #noteBegin(name: string): void {
    try {
      this.journal?.begin(name);
    } catch (cause) {
      const detail = 'the host of this phone can’t note the action, so it was not done';
      throw new ScreenError('failed', detail, { cause });
    }
  }

  #forgetBegin(name: string): void {
    try {
      this.journal?.forget(name);
    } catch {
      // Its repeat is told as unknown after a restart, and does nothing.
    }
  }

  /** The oldest results make room for new ones. Their names stay, so that they are not done again. */
  #measure(known: Known, told: ActionResult): void {
    known.bytes = Buffer.byteLength(JSON.stringify(told));
    this.#bytes += known.bytes;
    for (const oldest of this.#known.values()) {
      if (this.#bytes <= this.#maxBytes) break;
      if (oldest === known || oldest.bytes === 0) continue;
      this.#bytes -= oldest.bytes;
      oldest.bytes = 0;
      oldest.result = Promise.resolve(unknown);
    }
  }

  #forgetOld(): void {
    for (const [name, { atMs, bytes }] of this.#known) {
      if (this.#known.size < maxRemembered && performance.now() - atMs < rememberedMs) break;
      this.#known.delete(name);
      this.#bytes -= bytes;
    }
  }
}

function nameOf({ caller, action_id }: NamedAction): string {
  return `${caller}\n${action_id}`;
}
