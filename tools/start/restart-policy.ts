/** A program that dies this often within a minute will not get better by trying. */
const limit = 5;
const windowMs = 60_000;

/** What dies while the database can't be used is tried again for as long as that lasts. */
const excusedDelayMs = 5_000;

export type RestartDecision = { restart: true; delayMs: number } | { restart: false };

/**
 * Decides on a program that has just died. `deathsMs` holds the times of its deaths so far, this one
 * included; the first of a minute costs no time. Exit 78 (EX_CONFIG) means that the next try would end the same way.
 * `isExcused`: its deaths say nothing of the program, because the database can't be used.
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
