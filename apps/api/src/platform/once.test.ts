import { expect, it } from 'vitest';
import { once } from './once.ts';

it('makes a value at the first call, for all that ask meanwhile and later', async () => {
  let made = 0;
  const get = once(async () => {
    made += 1;
    return { made };
  });
  expect(made).toBe(0);
  const [first, second] = await Promise.all([get(), get()]);
  expect(second).toBe(first);
  expect(await get()).toBe(first);
  expect(made).toBe(1);
});

it('tries again after an error', async () => {
  let tries = 0;
  const get = once(async () => {
    tries += 1;
    if (tries === 1) throw new Error('not yet');
    return tries;
  });
  await expect(get()).rejects.toThrow('not yet');
  expect(await get()).toBe(2);
});
