// While PostgreSQL is away every call says so, in words, with the time to try again; nothing is called our mistake.
import pg from 'pg';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { breakDatabase } from '../../test/break-database.ts';
import { createTestUser, form, type TestApp, testPassword } from '../../test/test-app.ts';
import { useTestApp } from '../../test/use-test-app.ts';
import { openDatabase, sql } from './database.ts';
import { isDatabaseAway } from './database-away.ts';
import { createLog } from './log.ts';

const site = useTestApp();
let token: string;
beforeAll(async () => {
  await createTestUser(site.db, 'ada');
  token = await site.signIn('ada', testPassword);
});

test('calls and readiness answer 503 while the database is away, and are answered once it is back', async () => {
  const start_date = new Date(site.app.deps.clock.nowMs()).toISOString();
  const rental = { phone_count: 1, start_date, period: 'day', number_of_periods: 1 };
  const calls = (): ReturnType<TestApp['call']>[] => [
    site.call('GET', '/api/phones', { token }),
    site.call('POST', '/api/orders/validate-phone-availability', { token, payload: rental }),
    site.call('POST', '/api/auth/login', form({ username: 'ada', password: testPassword })),
  ];
  const database = await breakDatabase(site.databaseUrl);
  try {
    for (const { status, headers, body } of await Promise.all(calls())) {
      expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '5', 'no-store']);
      expect(body).toEqual({
        code: 'unavailable',
        detail: 'Service temporarily unavailable. Please try again later.',
      });
    }
    const ready = await site.app.operator.inject({ url: '/health/ready' });
    expect([ready.statusCode, ready.headers['retry-after']]).toEqual([503, '5']);
  } finally {
    await database.mend();
  }
  await vi.waitFor(
    async () => {
      for (const { status } of await Promise.all(calls())) expect(status).toBe(200);
      expect((await site.app.operator.inject({ url: '/health/ready' })).statusCode).toBe(200);
    },
    { timeout: 60_000 },
  );
});

describe('away is', () => {
  test('a server that ends the connection during a response', async () => {
    const error = await site.db.connection().execute(async (one) => {
      const mine = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(one);
      const slow = failureOf(sql`select pg_sleep(60)`.execute(one));
      await sql`select pg_terminate_backend(${mine.rows[0]?.pid})`.execute(site.db);
      const whileAsked = await slow;
      expect(isDatabaseAway(await failureOf(sql`select 1`.execute(one)))).toBe(true);
      return whileAsked;
    });
    expect(isDatabaseAway(error)).toBe(true);
  });

  test('a port that refuses connections', async () => {
    for (const host of ['127.0.0.1', 'localhost']) {
      const gone = openDatabase({
        url: `postgres://a:b@${host}:1/c`,
        poolSize: 1,
        log: createLog('silent'),
      });
      expect(isDatabaseAway(await failureOf(sql`select 1`.execute(gone.db)))).toBe(true);
      await gone.stop();
    }
  });

  test('a pool whose connections are all in use for too long', async () => {
    const pool = new pg.Pool({ connectionString: site.databaseUrl, max: 1, connectionTimeoutMillis: 1_000 });
    const taken = await pool.connect();
    expect(isDatabaseAway(await failureOf(pool.query('select 1')))).toBe(true);
    taken.release();
    await pool.end();
  });

  test.each([
    ['28P01', 'FATAL', true],
    ['53100', 'ERROR', true],
    ['57014', 'ERROR', false],
    ['23505', 'ERROR', false],
    ['40P01', 'ERROR', false],
  ])('or is not: SQLSTATE %s, %s', (code, severity, isAway) => {
    const error = Object.assign(new pg.DatabaseError('said', 4, 'error'), { code, severity });
    expect(isDatabaseAway(error)).toBe(isAway);
  });

  test('no error in our code, and no file error', async () => {
    expect(isDatabaseAway(new Error('undefined is not a function'))).toBe(false);
    expect(isDatabaseAway(Object.assign(new Error('no such file'), { syscall: 'open' }))).toBe(false);
    expect(isDatabaseAway(await failureOf(sql`select nonsense`.execute(site.db)))).toBe(false);
  });
});

function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}
