import { expect, test } from 'vitest';
import { createOneAtATime } from './one-at-a-time.ts';

test('a second click sends nothing while the first is under way, and may after it', async () => {
  const once = createOneAtATime();
  const ends: (() => void)[] = [];
  let sent = 0;
  const send = () => {
    sent += 1;
    return new Promise<void>((resolve, reject) =>
      ends.push(sent === 1 ? resolve : () => reject(new Error('no'))),
    );
  };
  once(send);
  once(send);
  expect(sent).toBe(1);
  ends[0]?.();
  await new Promise(setImmediate);
  once(send);
  once(send);
  expect(sent).toBe(2);
  ends[1]?.();
  await new Promise(setImmediate);
  once(send);
  expect(sent).toBe(3);
});
