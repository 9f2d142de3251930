import { TOTP } from 'otpauth';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestOperator, operatorClient, operatorPassword } from '../../test/test-operators.ts';
import { useTestApp } from '../../test/use-test-app.ts';
import { sql } from '../platform/database.ts';

const consoleUrl = 'https://team.pocketfleet.example';
const site = useTestApp({ DEMO: '0', OPERATOR_URL: consoleUrl });
beforeAll(async () => {
  for (const name of ['ada', 'bea', 'cleo', 'dora']) await createTestOperator(site.db, name, 'support');
});
beforeEach(async () => {
  await sql`delete from limit_windows`.execute(site.db);
});

const signIn = async (username: string, password: string, address: string) =>
  operatorClient(site).call('POST', '/session', { username, password }, { origin: consoleUrl, address });

/** Passwords are hashed two at a time: a hundred take seconds. */
const slowMs = 60_000;

/** The statuses of so many calls, five at a time. */
async function inFives(
  count: number,
  call: (turn: number) => Promise<{ status: number }>,
): Promise<number[]> {
  const statuses: number[] = [];
  for (let first = 0; first < count; first += 5) {
    const some = Array.from({ length: Math.min(5, count - first) }, (_, at) => call(first + at));
    statuses.push(...(await Promise.all(some)).map(({ status }) => status));
  }
  return statuses;
}

test('a locked account says when to retry, and is open again then', async () => {
  for (let wrong = 0; wrong < 10; wrong += 1) {
    expect((await signIn('ada', 'not this one', '192.0.2.1')).status).toBe(401);
  }
  const locked = await signIn('ada', operatorPassword, '192.0.2.1');
  expect(locked).toMatchObject({
    status: 429,
    body: { detail: 'Too many requests. Please try again in 15 minutes.' },
  });
  expect(Number(locked.headers['retry-after'])).toBeGreaterThan(840);
  await site.advance('15 minutes');
  expect((await signIn('ada', operatorPassword, '192.0.2.1')).status).toBe(200);
});

test.each([
  ['/24', (turn: number) => `198.51.100.${turn}`, '198.51.101.1'],
  ['/56', (turn: number) => `2001:db8:0:1${turn.toString(16).padStart(2, '0')}::1`, '2001:db8:0:200::1'],
])(
  'wrong passwords of a %s are counted together, whatever the names; right ones are not',
  async (_name, address, elsewhere) => {
    const wrong = (count: number) =>
      inFives(count, (turn) => signIn(`nobody${turn}`, 'a guess', address(turn)));
    expect(await wrong(30)).toEqual(Array.from({ length: 30 }, () => 401));
    const right = await inFives(15, (turn) => signIn('ada', operatorPassword, address(turn)));
    expect(right).toEqual(Array.from({ length: 15 }, () => 200));
    expect((await wrong(15)).toSorted()).toEqual([
      ...Array.from({ length: 10 }, () => 401),
      ...Array.from({ length: 5 }, () => 429),
    ]);
    expect((await signIn('bea', operatorPassword, address(99))).status).toBe(429);
    expect((await signIn('bea', operatorPassword, elsewhere)).status).toBe(200);
  },
  slowMs,
);

test(
  'wrong codes count for the subnet too',
  async () => {
    const client = operatorClient(site);
    const from = { origin: consoleUrl, address: '203.0.113.1' };
    await client.call('POST', '/session', { username: 'cleo', password: operatorPassword }, from);
    await client.call('POST', '/session/authenticator', {}, from);
    const guess = () => client.call('POST', '/session/authenticator/confirm', { code: '000000' }, from);
    for (let wrong = 0; wrong < 10; wrong += 1) expect((await guess()).body['code']).toBe('wrong_code');
    expect((await guess()).status).toBe(429);
    const left = await inFives(31, (turn) => signIn(`nobody${turn}`, 'a guess', '203.0.113.9'));
    // The eleventh code was refused, which is no guess.
    expect(left.filter((status) => status === 401)).toHaveLength(30);
  },
  slowMs,
);

test(
  'an account guessed at from many networks is still open where its owner signed in before',
  async () => {
    const client = operatorClient(site);
    const home = { origin: consoleUrl, address: '192.0.2.77' };
    await client.call('POST', '/session', { username: 'dora', password: operatorPassword }, home);
    const { body } = await client.call('POST', '/session/authenticator', {}, home);
    const totp = new TOTP({ secret: String(body['secret']) });
    const code = totp.generate({ timestamp: site.app.deps.clock.nowMs() });
    await client.call('POST', '/session/authenticator/confirm', { code }, home);
    const answers = await inFives(52, (turn) => signIn('dora', 'a guess', `10.7.${turn}.1`));
    expect(answers.filter((status) => status === 401)).toHaveLength(50);
    expect((await signIn('dora', operatorPassword, '10.8.1.1')).status).toBe(429);
    expect((await signIn('dora', operatorPassword, '192.0.2.200')).status).toBe(200);
  },
  slowMs,
);

test(
  'an operator’s outdated password locks only that operator, not the whole office',
  async () => {
    const stale = await inFives(50, () => signIn('ada', 'the old password', '192.0.2.1'));
    expect(stale.filter((status) => status === 401)).toHaveLength(10);
    expect((await signIn('ada', operatorPassword, '192.0.2.1')).status).toBe(429);
    expect((await signIn('bea', operatorPassword, '192.0.2.1')).status).toBe(200);
    // Thirty more are what the subnet has left; what it refuses is not counted for the account.
    const others = await inFives(35, (turn) => signIn(`nobody${turn}`, 'a guess', '192.0.2.9'));
    expect(others.filter((status) => status === 401)).toHaveLength(30);
    await inFives(15, () => signIn('bea', 'a guess', '192.0.2.9'));
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from limit_windows
      where key like 'operator-password:%' and used >= 10`.execute(site.db);
    expect(rows).toEqual([{ count: 1 }]);
  },
  slowMs,
);

test('guesses from the same network don’t lock out an operator’s known browser', async () => {
  await createTestOperator(site.db, 'fay', 'support');
  const home = { origin: consoleUrl, address: '192.0.2.99' };
  const own = operatorClient(site);
  const give = (client: typeof own, password: string) =>
    client.call('POST', '/session', { username: 'fay', password }, home);
  await give(own, operatorPassword);
  const { body } = await own.call('POST', '/session/authenticator', {}, home);
  const totp = new TOTP({ secret: String(body['secret']) });
  const code = () => totp.generate({ timestamp: site.app.deps.clock.nowMs() });
  await own.call('POST', '/session/authenticator/confirm', { code: code() }, home);
  await site.advance('1 minute');

  await inFives(12, () => signIn('fay', 'a guess', '192.0.2.98'));
  expect((await give(operatorClient(site), operatorPassword)).status).toBe(429);
  expect((await give(own, operatorPassword)).status).toBe(200);
  // Nor does one who knows the password keep its owner from the second step.
  await sql`delete from limit_windows where key like 'operator-password:%'`.execute(site.db);
  const thief = operatorClient(site);
  await give(thief, operatorPassword);
  const guess = (client: typeof own) => client.call('POST', '/session/code', { code: '000000' }, home);
  const guesses = await inFives(12, () => guess(thief));
  expect(guesses.filter((status) => status === 403)).toHaveLength(10);
  expect((await own.call('POST', '/session/code', { code: code() }, home)).status).toBe(200);
});

test(
  'somebody who knows the password can’t lock the owner out of the second factor in known places',
  async () => {
    await createTestOperator(site.db, 'eve', 'support');
    const home = { origin: consoleUrl, address: '192.0.2.88' };
    const from = (turn: number) => ({ origin: consoleUrl, address: `10.9.${turn}.1` });
    const half = async (place: { origin: string; address: string }) => {
      const client = operatorClient(site);
      await client.call('POST', '/session', { username: 'eve', password: operatorPassword }, place);
      return client;
    };
    const own = await half(home);
    const { body } = await own.call('POST', '/session/authenticator', {}, home);
    const totp = new TOTP({ secret: String(body['secret']) });
    const code = () => totp.generate({ timestamp: site.app.deps.clock.nowMs() });
    await own.call('POST', '/session/authenticator/confirm', { code: code() }, home);
    await site.advance('1 minute');

    const thief = await half(from(0));
    const guess = (turn: number) =>
      thief.call('POST', '/session/code', { code: '000000' }, from(Math.floor(turn / 10)));
    const guesses = await inFives(60, guess);
    expect(guesses.filter((status) => status === 403)).toHaveLength(40);
    expect((await thief.call('POST', '/session/code', { code: '000000' }, from(77))).status).toBe(429);
    const back = await half(home);
    expect((await back.call('POST', '/session/code', { code: code() }, home)).status).toBe(200);
  },
  slowMs,
);
