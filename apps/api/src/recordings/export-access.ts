// An export may take half an hour, and its caller may lose the recording meanwhile: who asks, and what they may see, is looked up
// again while it is sent, as the pages of activity's CSV are.
import { routes } from '@pocketfleet/contract';
import { authenticate, listRefused, refuseUnlessAllowed } from '../access/access.ts';
import { AppError } from '../platform/app-error.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database.ts';
import { FileStream } from '../platform/file-stream.ts';
import type { Asking, Principal } from '../platform/principal.ts';
import { seen } from './recordings.ts';

const checkEveryMs = 1_000;

/**
 * Its pieces end with not_authenticated, forbidden or not_found once the caller may not see the recording any more. An access
 * token of a connected program may end before the export does: after that the connection counts, with what it could reach last.
 */
export function whileSeen(
  deps: { db: Db; clock: Pick<Clock, 'nowMs'> },
  { asking, caller: first }: { asking: Asking; caller: Principal },
  recordingId: string,
  { pieces, ...head }: FileStream,
): FileStream {
  let checkedMs = deps.clock.nowMs();
  let last = first;
  const check = async (): Promise<void> => {
    if (deps.clock.nowMs() - checkedMs < checkEveryMs) return;
    const caller = await authenticate(deps, asking);
    if (caller !== undefined) last = caller;
    else if (last.kind !== 'program' || (await listRefused(deps, [last])).length > 0)
      throw new AppError('not_authenticated');
    refuseUnlessAllowed(last, routes.exportRecording);
    await seen(deps.db, last, recordingId);
    checkedMs = deps.clock.nowMs();
  };
  return new FileStream(head, {
    [Symbol.asyncIterator]: () => {
      const inner = pieces[Symbol.asyncIterator]();
      return {
        next: async () => {
          try {
            await check();
          } catch (error) {
            await inner.return?.();
            throw error;
          }
          return inner.next();
        },
        // A generator that nobody has begun to read ignores `return`, so this is no generator: the inner one must always hear of it.
        return: async () => {
          await inner.return?.();
          return { done: true, value: undefined };
        },
      };
    },
  });
}
