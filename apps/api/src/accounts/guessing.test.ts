import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { linkIn } from '../../test/mailed-link.ts';
import { createTestUser, form, testPassword } from '../../test/test-app.ts';
import { useTestApp } from '../../test/use-test-app.ts';
import { isPasswordRight } from './passwords.ts';

const site = useTestApp();

const tries = 250;

/** Ten at a time, so that none is refused only because too many wait for a hash. */
async function guess(who: (turn: number) => { username: string; address: string }) {
  const answers: { status: number; retryAfterS: number }[] = [];
  for (let first = 0; first < tries; first += 10) {
    const some = Array.from({ length: 10 }, async (_, at) => {
      const { username, address } = who(first + at);
      const password = `guess number ${first + at}`;
      const answer = await site.call('POST', '/api/auth/login', { ...form({ username, password }), address });
      answers.push({ status: answer.status, retryAfterS: Number(answer.headers['retry-after'] ?? 0) });
    });
    await Promise.all(some);
  }
  const checked = answers.filter(({ status }) => status === 401).length;
  const stopped = answers.filter(({ status }) => status === 429);
  expect(checked + stopped.length).toBe(tries);
  return { checked, waitsS: stopped.map(({ retryAfterS }) => retryAfterS) };
}

/** Signs in with a browser that keeps cookies: `cookie` is what it has, and has afterwards. */
async function signInWith(
  browser: { cookie?: string },
  username: string,
  address: string,
  password = testPassword,
) {
  const answer = await site.app.site.inject({
    method: 'POST',
    url: '/api/auth/login',
    ...form({ username, password }),
    headers: {
      'content-type': form({}).contentType,
      ...(browser.cookie === undefined ? {} : { cookie: browser.cookie }),
    },
    remoteAddress: address,
  });
  const set = answer.headers['set-cookie'];
  if (set !== undefined) browser.cookie = String(set).split(';')[0] ?? '';
  return answer.statusCode;
}

const signInFrom = (username: string, address: string, password = testPassword) =>
  site.call('POST', '/api/auth/login', { ...form({ username, password }), address });

test('of 250 guesses at one account from one network ten are checked, and the others are told when to retry', async () => {
  await createTestUser(site.db, 'ada');
  const { checked, waitsS } = await guess(() => ({ username: 'ada', address: '10.1.0.1' }));
  expect(checked).toBe(10);
  for (const waitS of waitsS) expect(waitS).toBeGreaterThan(600);
});

test('of 250 guesses from 250 networks a hundred are checked, and the owner still signs in from known places or with a mailed link', async () => {
  await createTestUser(site.db, 'grace');
  expect((await signInFrom('grace', '192.0.2.7')).status).toBe(200);
  const { checked } = await guess((turn) => ({
    username: 'grace',
    address: `10.${2 + Math.floor(turn / 250)}.${turn % 250}.1`,
  }));
  expect(checked).toBe(100);
  expect((await signInFrom('grace', '192.0.2.200')).status).toBe(200);
  expect((await signInFrom('grace', '198.51.100.1')).status).toBe(429);
  await site.call('POST', '/api/auth/forgot-password', { payload: { email: 'grace@example.com' } });
  await site.runJobs();
  const link = linkIn(site.outbox, 'grace@example.com');
  const reset = { payload: { ...link, new_password: 'Copper-Kite-7' } };
  expect((await site.call('POST', '/api/auth/reset-password', reset)).status).toBe(200);
  expect((await signInFrom('grace', '198.51.100.1', 'Copper-Kite-7')).status).toBe(200);
});

test('an account that gives more than sixty right passwords an hour waits with unknown customers', async () => {
  await createTestUser(site.db, 'emmy');
  await createTestUser(site.db, 'rosa');
  const [emmy, rosa]: { cookie?: string }[] = [{}, {}];
  const signIn = (name: string) => signInWith((name === 'emmy' ? emmy : rosa) ?? {}, name, '198.51.100.77');
  expect(await signIn('rosa')).toBe(200);
  /** Keeps the lane of unknown customers full until it is stopped: who is refused tries again at once. */
  const flood = () => {
    let isOver = false;
    const strangers = Array.from({ length: 60 }, async (_, at) => {
      while (!isOver) {
        const place = { lane: 'customers', asker: `stranger ${at}` } as const;
        await isPasswordRight(undefined, 'a guess', place).catch(() => setImmediate());
      }
    });
    return async () => {
      isOver = true;
      await Promise.all(strangers);
    };
  };
  const statuses: number[] = [];
  for (let turn = 0; turn < 59; turn += 1) statuses.push(await signIn('emmy'));
  const stop = flood();
  const refused: number[] = [];
  try {
    expect(await signIn('emmy')).toBe(200);
    // After each hash a place is free until a stranger takes it, and emmy may be the first to.
    for (let turn = 0; turn < 30 && !refused.includes(503); turn += 1) {
      const [ofEmmy = 0, ofRosa = 0] = await Promise.all([signIn('emmy'), signIn('rosa')]);
      expect(ofRosa).toBe(200);
      refused.push(ofEmmy);
    }
  } finally {
    await stop();
  }
  expect(refused).toContain(503);
  expect(await signIn('emmy')).toBe(200);
  expect(statuses.every((status) => status === 200)).toBe(true);
});

test('guesses from the owner’s network don’t lock out a browser that signed in before', async () => {
  await createTestUser(site.db, 'hedy');
  await createTestUser(site.db, 'joan');
  const [own, neighbours]: { cookie?: string }[] = [{}, {}];
  expect(await signInWith(own ?? {}, 'hedy', '203.0.113.7')).toBe(200);
  expect(own?.cookie).toMatch(/^known_device=[\w-]{43}$/);
  expect(await signInWith(neighbours ?? {}, 'joan', '203.0.113.8')).toBe(200);
  const guesses: number[] = [];
  for (let wrong = 0; wrong < 12; wrong += 1) {
    guesses.push(await signInWith(neighbours ?? {}, 'hedy', '203.0.113.8', 'a guess'));
  }
  // To be known with an account of one's own gives no tries at another one.
  expect(guesses.filter((status) => status === 401)).toHaveLength(10);
  expect(await signInWith({}, 'hedy', '203.0.113.7')).toBe(429);
  expect(await signInWith(own ?? {}, 'hedy', '203.0.113.7')).toBe(200);
});

test('a known browser has ten attempts in any network, and is unknown after a new password', async () => {
  await createTestUser(site.db, 'mary');
  const browser: { cookie?: string } = {};
  expect(await signInWith(browser, 'mary', '203.0.113.7')).toBe(200);
  const guesses: number[] = [];
  for (let wrong = 0; wrong < 12; wrong += 1) {
    guesses.push(await signInWith(browser, 'mary', `10.4.${wrong}.1`, 'a guess'));
  }
  expect(guesses.filter((status) => status === 401)).toHaveLength(10);
  await site.call('POST', '/api/auth/forgot-password', { payload: { email: 'mary@example.com' } });
  await site.runJobs();
  const reset = { payload: { ...linkIn(site.outbox, 'mary@example.com'), new_password: 'Copper-Kite-7' } };
  expect((await site.call('POST', '/api/auth/reset-password', reset)).status).toBe(200);
  expect(await signInWith(browser, 'mary', '10.4.200.1', 'a guess')).toBe(401);
});

test('of 250 guesses from one network at 250 names two hundred are checked, for existing and unknown names', async () => {
  const { checked } = await guess((turn) => ({ username: `somebody.${turn}`, address: '10.9.0.1' }));
  expect(checked).toBe(200);
});
