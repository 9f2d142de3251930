// How many calls a credential and a workspace may make in a minute, counted in this process: what is counted in the database
// is in limits.ts. The limits are far above what pages and well-behaved programs need. One credential can't use up its
// workspace's limit, because calls that are refused for its own don't count for the workspace: a program in a loop keeps nobody
// else out. Guests count for their link instead of the workspace, so that they can't keep its members out.
import { AppError } from './app-error.ts';
import type { Principal } from './principal.ts';

const windowMs = 60_000;
const perCredential = 3_000;
const perWorkspace = 9_000;
/** Over all guests of one link. */
const perLink = 9_000;
const maxSubjects = 20_000;

type Window = { endsAtMs: number; used: number };

/** The calls that a caller may still make in the present window. */
export type Allowance = { limit: number; remaining: number; resetS: number };

export type CallLimits = {
  /** Counts one call; the tighter of both limits. Throws too_many_requests with the time to retry. */
  count: (caller: Pick<Principal, 'credential_id' | 'workspace_id' | 'link_id'>) => Allowance;
};

/** `nowMs` is monotonic. */
export function createCallLimits(nowMs = () => performance.now()): CallLimits {
  const windows = new Map<string, Window>();
  const countOne = (subject: string, limit: number): Allowance => {
    const now = nowMs();
    const known = windows.get(subject);
    const window =
      known !== undefined && known.endsAtMs > now ? known : { endsAtMs: now + windowMs, used: 0 };
    window.used += 1;
    // A map keeps the order of insertion: those that have called longest ago are forgotten first.
    windows.delete(subject);
    windows.set(subject, window);
    if (windows.size > maxSubjects) forgetOldest(windows);
    const resetS = Math.max(1, Math.ceil((window.endsAtMs - now) / 1_000));
    return { limit, remaining: limit - window.used, resetS };
  };
  return {
    count: ({ credential_id, workspace_id, link_id }) => {
      const own = refuseOver(countOne(`credential ${credential_id}`, perCredential));
      const all = refuseOver(
        link_id === undefined
          ? countOne(`workspace ${workspace_id}`, perWorkspace)
          : countOne(`link ${link_id}`, perLink),
      );
      return own.remaining <= all.remaining ? own : all;
    },
  };
}

function forgetOldest(windows: Map<string, Window>): void {
  const [oldest] = windows.keys();
  if (oldest !== undefined) windows.delete(oldest);
}

function refuseOver(allowance: Allowance): Allowance {
  if (allowance.remaining >= 0) return allowance;
  throw new AppError('too_many_requests', { retryAfterS: allowance.resetS });
}
