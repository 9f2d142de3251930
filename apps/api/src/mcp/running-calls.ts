// Calls of tools that are running on this node. A call ends at once, with the reason as its answer, when its caller is cut off
// from the phone or loses the right to it; the work behind it hears it by the signal.
import { AppError } from '../platform/app-error.ts';
import type { Principal } from '../platform/principal.ts';

type Phone = { device_id: string; assignment_id: string };
/** A call of a tool gets this from here. */
export type Started = { signal: AbortSignal; onPhone: (phone: Phone) => void };
type Asking = {
  caller: Principal;
  /** Aborted when the client has gone. */
  signal: AbortSignal;
  /** Asked each second, for what no event tells. */
  isAllowed: (assignmentId: string) => Promise<boolean>;
};
type Running = { caller: Principal; phone: Phone | undefined; stop: (why: string) => void };

/** Of one key or program, on this node: each may wait for half a minute. */
const maxAtOnce = 16;
const checkEveryMs = 1_000;
const rightEnded = 'The right to use this phone was taken away, or has ended.';
const credentialEnded = 'This key or connection has ended: its person has revoked it.';

export class RunningCalls {
  readonly #running = new Set<Running>();

  /** Throws what `work` throws, too_many_requests, and forbidden with the reason why the call was ended. */
  async run<Result>(asking: Asking, work: (started: Started) => Promise<Result>): Promise<Result> {
    const { caller, signal, isAllowed } = asking;
    this.#refuseTooMany(caller);
    const ended = new AbortController();
    const stopped = Promise.withResolvers<never>();
    const call: Running = {
      caller,
      phone: undefined,
      stop: (why) => {
        ended.abort();
        stopped.reject(new AppError('forbidden', { detail: why }));
      },
    };
    const check = setInterval(() => {
      if (call.phone === undefined) return;
      isAllowed(call.phone.assignment_id).then(
        (isStill) => isStill || call.stop(rightEnded),
        () => undefined,
      );
    }, checkEveryMs);
    this.#running.add(call);
    // Rejected after the end of the work, it is nobody's error.
    stopped.promise.catch(() => undefined);
    const working = work({
      signal: AbortSignal.any([signal, ended.signal]),
      onPhone: (phone) => {
        call.phone = phone;
      },
    });
    working.catch(() => undefined);
    try {
      return await Promise.race([working, stopped.promise]);
    } finally {
      clearInterval(check);
      this.#running.delete(call);
    }
  }

  cutOff(deviceId: string, whom: { kind: string; id: string }, by: string): void {
    for (const { caller, phone, stop } of this.#running) {
      if (phone?.device_id !== deviceId || caller.kind !== whom.kind || caller.credential_id !== whom.id)
        continue;
      stop(`${by} has cut you off from this phone.`);
    }
  }

  endCredentials(ids: readonly string[]): void {
    for (const { caller, stop } of this.#running) {
      if (ids.includes(caller.credential_id)) stop(credentialEnded);
    }
  }

  #refuseTooMany({ credential_id }: Principal): void {
    const own = [...this.#running].filter(({ caller }) => caller.credential_id === credential_id);
    if (own.length < maxAtOnce) return;
    const detail = `At most ${maxAtOnce} calls run at once. Wait for one to end.`;
    throw new AppError('too_many_requests', { detail, retryAfterS: 1 });
  }
}
