/** A program that dies this often within a minute is not restarted any more. */
const limit = 5;
const windowMs = 60_000;

/** The delay while the database can't be used; then the number of restarts is not limited. */
const excusedDelayMs = 5_000;

export type RestartDecision = { restart: true; delayMs: number } | { restart: false };

/**
 * Decides whether a program that has just died is restarted. `deathsMs` has the times of its deaths, including this
 * one; after the first death in a minute there is no delay. Exit 78 (EX_CONFIG) means that a restart can't help.
 * `isExcused`: the deaths don't count, because the database can't be used.
 */
export function decideRestart(
  deathsMs: readonly number[],
  nowMs: number,
  exitCode: number | null,
  isExcused = false,
): RestartDecision {
  if (exitCode === 78) return { restart: false };
  const recent = deathsMs.filter((time) => nowMs - time < windowMs).length;
  if (recent > limit) return isExcused ? { restart: true, delayMs: excusedDelayMs } : { restart: false };
  return { restart: true, delayMs: recent <= 1 ? 0 : 100 * 2 ** (recent - 1) };
}
