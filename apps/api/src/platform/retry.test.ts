import { expect, test } from 'vitest';
import { type Failure, retry } from './retry.ts';

/** Work that fails with each of the errors in turn, and then succeeds. */
function failing(errors: Error[]) {
  const failures: Failure[] = [];
  const work = async (): Promise<string> => {
    const error = errors.shift();
    if (error !== undefined) throw error;
    return 'done';
  };
  return { work, failures, onFailure: (failure: Failure) => void failures.push(failure) };
}

test('work that fails is retried until it succeeds, and a repeated reason is marked', async () => {
  const several = new AggregateError([new Error('no ::1'), new Error('no 127.0.0.1')]);
  const { work, failures, onFailure } = failing([new Error('away'), new Error('away'), several]);
  expect(await retry(work, { delayMs: 1, onFailure })).toBe('done');
  expect(failures.map(({ attempt, reason, isNewReason }) => [attempt, reason, isNewReason])).toEqual([
    [1, 'away', true],
    [2, 'away', false],
    [3, 'no ::1, no 127.0.0.1', true],
  ]);
});

test('an error that the caller throws on is not retried', async () => {
  const { work } = failing([new Error('for good')]);
  const giveUp = ({ error }: Failure): never => {
    throw error;
  };
  await expect(retry(work, { delayMs: 1, onFailure: giveUp })).rejects.toThrow('for good');
});

test('the delay grows as the caller says, and an abort ends the retries', async () => {
  const stopping = new AbortController();
  const attempts: number[] = [];
  const { work } = failing(Array.from({ length: 9 }, () => new Error('away')));
  const retrying = retry(work, {
    delayMs: (attempt) => {
      attempts.push(attempt);
      if (attempt === 3) stopping.abort();
      return attempt;
    },
    onFailure: () => undefined,
    signal: stopping.signal,
  });
  await expect(retrying).rejects.toThrow('aborted');
  expect(attempts).toEqual([1, 2, 3]);
});
