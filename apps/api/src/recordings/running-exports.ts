// How many exports run at once: each holds a chunk of a recording in memory, and reads the disk, for as long as its caller takes.
import { AppError } from '../platform/app-error.ts';

export const maxOfCustomer = 2;
export const maxOfNode = 16;
const retryAfterS = 30;

export class RunningExports {
  readonly #ofCustomer = new Map<string, number>();
  #count = 0;

  /** Returns what ends it. Throws too_many_requests. */
  begin(workspaceId: string): () => void {
    const own = this.#ofCustomer.get(workspaceId) ?? 0;
    if (own >= maxOfCustomer)
      throw refusal(`You already have ${maxOfCustomer} exports running, which is the limit.`);
    if (this.#count >= maxOfNode) throw refusal('Too many exports are running.');
    this.#ofCustomer.set(workspaceId, own + 1);
    this.#count += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#count -= 1;
      const left = (this.#ofCustomer.get(workspaceId) ?? 1) - 1;
      if (left > 0) this.#ofCustomer.set(workspaceId, left);
      else this.#ofCustomer.delete(workspaceId);
    };
  }
}

function refusal(why: string): AppError {
  const detail = `${why} Please try again when one has ended.`;
  return new AppError('too_many_requests', { detail, retryAfterS });
}

/** Calls `end` when the last piece was taken, and when they fail or nobody wants more, also where nothing was ever read. */
export function endingWith(pieces: AsyncIterable<Uint8Array>, end: () => void): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]: () => {
      const inner = pieces[Symbol.asyncIterator]();
      return {
        next: async () => {
          try {
            const piece = await inner.next();
            if (piece.done === true) end();
            return piece;
          } catch (error) {
            end();
            throw error;
          }
        },
        return: async () => {
          end();
          await inner.return?.();
          return { done: true, value: undefined };
        },
      };
    },
  };
}
