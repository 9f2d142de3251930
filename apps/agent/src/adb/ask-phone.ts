// Many questions to the phone's shell in one round trip.
import { randomBytes } from 'node:crypto';
import type { Adb } from '@yume-chan/adb';

/** The phone said nothing within the limit, or something that can't be the answer to what was asked. */
class NoAnswerError extends Error {
  override name = 'NoAnswerError';
}

/** What each command prints, errors among it, trimmed. Rejects with NoAnswerError. */
export async function askPhone(adb: Adb, commands: readonly string[], limitMs: number): Promise<string[]> {
  if (commands.length === 0) return [];
  // Not known before: what a tenant has left in a setting or file name can't pretend to be another answer.
  const separator = `@@${randomBytes(8).toString('hex')}@@`;
  const script = commands.join(`; echo ${separator}; `);
  const output = await limited(adb.subprocess.noneProtocol.spawnWaitText(script), limitMs);
  const answers = output.split(separator).map((answer) => answer.trim());
  if (answers.length !== commands.length) throw new NoAnswerError('the phone did not answer every question');
  return answers;
}

/** Rejects with NoAnswerError when `work` takes longer. */
export async function limited<Result>(work: PromiseLike<Result>, limitMs: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  try {
    return await Promise.race([
      work,
      new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new NoAnswerError('the phone does not answer')), limitMs);
      }),
    ]);
  } finally {
    clearTimeout(timer);
  }
}
