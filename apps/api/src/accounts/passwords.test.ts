import { expect, test } from 'vitest';
import { hashPassword, isPasswordRight } from './passwords.ts';
import { isCommonPassword } from './refused-passwords.ts';

const stranger = (asker: string) => ({ lane: 'customers', asker }) as const;
const ada = { lane: 'known', asker: 'ada' } as const;

test('a flood of sign-ins is refused beyond a short queue, and the event loop stays free', async () => {
  const hash = await hashPassword('violet-Kettle-42');
  let turns = 0;
  let isOver = false;
  const takeTurn = (): void => {
    turns += 1;
    if (!isOver) setImmediate(takeTurn);
  };
  takeTurn();
  const flood = await Promise.allSettled(
    Array.from({ length: 500 }, () => isPasswordRight(hash, 'a guess', stranger('192.0.2.0/24'))),
  );
  isOver = true;
  const served = flood.filter((each) => each.status === 'fulfilled');
  expect(served).toHaveLength(42);
  for (const each of flood) {
    if (each.status === 'rejected') {
      expect(each.reason).toMatchObject({ code: 'unavailable', retryAfterS: 2 });
    }
  }
  // A hash that held the event loop would leave it one turn each.
  expect(turns).toBeGreaterThan(10 * served.length);
  expect(await isPasswordRight(hash, 'violet-Kettle-42', ada)).toBe(true);
});

test('a flood of sign-ins from 500 networks delays neither known customers nor operators', async () => {
  const hash = await hashPassword('violet-Kettle-42');
  const ended: string[] = [];
  const isRight = async (name: string, place: Parameters<typeof isPasswordRight>[2]) => {
    const right = await isPasswordRight(hash, 'violet-Kettle-42', place);
    ended.push(name);
    return right;
  };
  const flood = Promise.allSettled(
    Array.from({ length: 500 }, (_, at) => isRight('stranger', stranger(`10.${at}.0.0/24`))),
  );
  const others = [
    isRight('known', ada),
    isRight('known', { lane: 'known', asker: 'bob' }),
    isRight('operator', { lane: 'operators', asker: '192.0.2.0/24' }),
  ];
  expect(await Promise.all(others)).toEqual([true, true, true]);
  // Without turns for each lane, 42 strangers would be served first. With them it is 5 and the hashes that a thread of the
  // system finishes while another one's waits.
  expect(ended.filter((name) => name === 'stranger').length).toBeLessThan(21);
  await flood;
});

test('a flood of known customers, each once, keeps no operator out', async () => {
  const hash = await hashPassword('violet-Kettle-42');
  const flood = Promise.allSettled(
    Array.from({ length: 60 }, (_, at) => isPasswordRight(hash, 'x', { lane: 'known', asker: `${at}` })),
  );
  const operator = { lane: 'known_operators', asker: 'ada' } as const;
  expect(await isPasswordRight(hash, 'violet-Kettle-42', operator)).toBe(true);
  expect((await flood).filter(({ status }) => status === 'rejected')).toHaveLength(18);
});

test('a password is kept as argon2id with 19 MiB, two rounds and one lane', async () => {
  expect(await hashPassword('violet-Kettle-42')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('the last character of the longest password counts', async () => {
  const password = '\u{1F5DD}'.repeat(127);
  const hash = await hashPassword(`${password}a`);
  expect(await isPasswordRight(hash, `${password}b`, ada)).toBe(false);
  expect(await isPasswordRight(hash, `${password}a`, ada)).toBe(true);
});

test('an unknown account has no right password', async () => {
  expect(await isPasswordRight(undefined, 'no account has this password', ada)).toBe(false);
});

test.each([
  ['password', true],
  ['PassWord123', true],
  ['\uff50\uff41\uff53\uff53\uff57\uff4f\uff52\uff44', true],
  ['zzzzzzzz', true],
  ['Pocketfleet-2026!', true],
  ['violet-Kettle-42', false],
  ['Pocketfleet-demo-1', false],
])('that %j is one of the first guesses is %s', (password, isCommon) => {
  expect(isCommonPassword(password)).toBe(isCommon);
});
