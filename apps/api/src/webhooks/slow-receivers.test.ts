// Receivers that answer slowly or not at all, and the workers that they may hold.
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Receiver, startReceiver } from '../../test/test-receiver.ts';
import { useTeamWithKeys } from '../../test/use-team-with-keys.ts';
import { inTransaction, sql } from '../platform/database.ts';
import { updateRetry } from './deliveries.sql.ts';
import { claimEndpoint, updateFailing } from './endpoints.sql.ts';
import { type WebhookLimits, webhookTasks } from './webhooks.jobs.ts';

const { scene, site } = useTeamWithKeys({}, { WEBHOOK_NETWORKS: '127.0.0.0/8' });
let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
  await sql`delete from limit_windows`.execute(site.db);
});
afterEach(() => receiver.stop());

const call = (method: 'GET' | 'POST', path: string, payload?: object, workspace = scene.team) =>
  site.call(method, `/api/webhooks${path}`, {
    token: scene.owner.token,
    workspace,
    ...(payload && { payload }),
  });
const make = async (workspace = scene.team): Promise<string> => {
  const made = await call('POST', '', { url: receiver.url, events: ['order.paid'] }, workspace);
  return String(made.body['id']);
};
const statesOf = async (id: string) => {
  const { deliveries } = (await call('GET', `/${id}/deliveries`)).body as { deliveries: { state: string }[] };
  return deliveries.map(({ state }) => state);
};
const sendTest = async (id: string, workspace = scene.team): Promise<string> =>
  String((await call('POST', `/${id}/test`, {}, workspace)).body['delivery_id']);
/** Returns the delivery to this endpoint. */
async function announce(id: string): Promise<string> {
  await sql`select announce(${scene.team}, null, 'order.paid', '{}'::jsonb)`.execute(site.db);
  const found = await sql<{ id: string }>`select id from webhook_deliveries where endpoint_id = ${id}
    order by seq desc limit 1`.execute(site.db);
  return found.rows[0]?.id ?? '';
}
/** Keeps back the answers from now on. `answerAll` gives those and all later ones. */
function holdAnswers() {
  const held: ServerResponse[] = [];
  receiver.answer.with = (_request, response) => void held.push(response);
  const answer = (response?: ServerResponse): unknown => response?.writeHead(204).end();
  const answerAll = (): void => {
    receiver.answer.with = (_request, response) => answer(response);
    for (const response of held.splice(0)) answer(response);
  };
  return { held, answerFirst: () => answer(held.shift()), answerAll };
}
/** Whether a job of this key waits that is due. */
async function isDue(key: string): Promise<boolean> {
  const found = await sql`select 1 from graphile_worker.jobs
    where key = ${`webhook:${key}`} and run_at <= clock_timestamp() and locked_at is null`.execute(site.db);
  return found.rows.length === 1;
}
/** Another text after each change of the endpoint's row. */
async function rowOf(id: string): Promise<string | undefined> {
  const query = sql<{
    version: string;
  }>`select xmin::text as version from webhook_endpoints where id = ${id}`;
  return (await query.execute(site.db)).rows[0]?.version;
}
/** Which lane the job of this key is in; undefined without one. */
async function taskOf(key: string): Promise<string | undefined> {
  const found = await sql<{ task: string }>`select task_identifier as task from graphile_worker.jobs
    where key = ${`webhook:${key}`}`.execute(site.db);
  return found.rows[0]?.task;
}
/** With these limits, an attempt that gets no answer counts as hanging. */
const impatient: WebhookLimits = { slowMs: 600, hangingMs: 800, answerMs: 1_000 };
/** No attempt is slow, however long a test holds its answer back. */
const patient: WebhookLimits = { slowMs: 120_000, hangingMs: 120_000, answerMs: 120_000 };
/** Runs a worker's job by hand, so that several run at once. */
function createWorkers(limits: WebhookLimits) {
  const handlers = webhookTasks(site.app.deps, limits);
  return (task: string, delivery_id: string): Promise<void> => {
    const handler = handlers.find(({ name }) => name === task);
    if (handler === undefined) throw new Error(`no task is called ${task}`);
    return handler.run({ delivery_id }, { attempt: 1, maxAttempts: 12 });
  };
}

test('a receiver that answers slowly is served by workers of its own, until it is fast again', async () => {
  const limits = { ...patient };
  const run = createWorkers(limits);
  const id = await make();
  const tasks: (string | undefined)[] = [];
  for (const isSlow of [true, false, false]) {
    limits.slowMs = isSlow ? -1 : patient.slowMs;
    const delivery = await sendTest(id);
    const task = await taskOf(delivery);
    tasks.push(task);
    await run(task ?? '', delivery);
  }
  expect(tasks).toEqual(['deliver_webhook', 'deliver_webhook_slowly', 'deliver_webhook']);
  expect(await statesOf(id)).toEqual(['delivered', 'delivered', 'delivered']);
});

test('a receiver that hangs waits beside others that hang, rests in between, and then gets all that waited', async () => {
  const [giveUp, run] = [createWorkers(impatient), createWorkers(patient)];
  const id = await make();
  receiver.answer.with = () => undefined;
  const first = await sendTest(id);
  await giveUp('deliver_webhook', first);
  expect(await taskOf(first)).toBe('deliver_webhook_hanging');
  const second = await announce(id);
  expect(await taskOf(second)).toBe('deliver_webhook_hanging');
  const called = receiver.received.length;
  await run('deliver_webhook_hanging', second);
  // It rests: no worker waits for it, and a job comes afterwards.
  expect(receiver.received).toHaveLength(called);
  expect(await taskOf(id)).toBe('deliver_webhook_hanging');
  receiver.answer.with = (_request, response) => response.writeHead(204).end();
  await site.advance('10 seconds');
  await run('deliver_webhook_hanging', second);
  // It is fast again, so the rest is sent by the workers of those that are fast.
  expect(await taskOf(id)).toBe('deliver_webhook');
  await run('deliver_webhook', second);
  expect(await statesOf(id)).toEqual(['delivered', 'delivered']);
  expect(await taskOf(await announce(id))).toBe('deliver_webhook');
});

test('a delivery by hand doesn’t wait for the end of a rest', async () => {
  const [giveUp, run] = [createWorkers(impatient), createWorkers(patient)];
  const id = await make();
  receiver.answer.with = () => undefined;
  await giveUp('deliver_webhook', await sendTest(id));
  receiver.answer.with = (_request, response) => response.writeHead(204).end();
  await run('deliver_webhook_hanging', await sendTest(id));
  expect((await statesOf(id)).filter((state) => state === 'delivered')).toHaveLength(1);
});

test('an event that comes while its receiver is called is sent by the same job, without waiting for a poll', async () => {
  const run = createWorkers(patient);
  const id = await make();
  const { held, answerAll } = holdAnswers();
  const first = run('deliver_webhook', await sendTest(id));
  await expect.poll(() => held.length).toBe(1);
  const second = await announce(id);
  await run('deliver_webhook', second);
  expect(receiver.received).toHaveLength(1);
  answerAll();
  await first;
  expect(await statesOf(id)).toEqual(['delivered', 'delivered']);
});

test('of many events for a receiver that is busy, one job finds it out for all, and each event is sent', async () => {
  const run = createWorkers(patient);
  const id = await make();
  const { held, answerAll } = holdAnswers();
  const sending = run('deliver_webhook', await announce(id));
  await vi.waitFor(() => expect(held).toHaveLength(1));
  const others: string[] = [];
  for (let count = 0; count < 5; count += 1) others.push(await announce(id));
  expect(await Promise.all(others.map(isDue))).toEqual(others.map(() => true));
  await run('deliver_webhook', others[0] ?? '');
  expect(await Promise.all(others.map(taskOf))).toEqual(others.map(() => undefined));
  // For the case that the job which sends dies.
  expect(await taskOf(id)).toBe('deliver_webhook');
  answerAll();
  await sending;
  expect(await statesOf(id)).toEqual(Array(6).fill('delivered'));
});

test('a retry that is stored while a job finds its receiver busy keeps its job', async () => {
  const run = createWorkers(patient);
  const id = await make();
  const failing = await announce(id);
  const other = await announce(id);
  await claimEndpoint(site.db, id);
  let finding: Promise<void> | undefined;
  // As the job that has the claim stores a failed attempt.
  await inTransaction(site.db, async (tx) => {
    await updateFailing(tx, id, { isSlow: false, isHanging: false });
    finding = run('deliver_webhook', other);
    await vi.waitFor(async () => {
      const waiting = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(site.db);
      expect(waiting.rows).toHaveLength(1);
    });
    await updateRetry(tx, { id: failing, endpoint_id: id }, 300_000);
  });
  await finding;
  expect(await taskOf(failing)).toBe('deliver_webhook');
  expect(await taskOf(other)).toBeUndefined();
});

test('receivers of one workspace leave workers to other workspaces, and wait in their own lane without a poll', async () => {
  const run = createWorkers(patient);
  const personal = scene.owner.id;
  const hooks: string[] = [];
  for (let count = 0; count < 6; count += 1) hooks.push(await make());
  const other = await make(personal);
  const sent: string[] = [];
  for (const hook of hooks) sent.push(await sendTest(hook));
  const { held, answerFirst, answerAll } = holdAnswers();
  const serving = sent.slice(0, 2).map((delivery) => run('deliver_webhook', delivery));
  await expect.poll(() => held.length).toBe(2);
  const [, , third = '', fourth = ''] = hooks;
  const before = await rowOf(third);
  for (const delivery of sent.slice(2)) await run('deliver_webhook', delivery);
  expect(receiver.received).toHaveLength(2);
  expect(await taskOf(third)).toBe('deliver_webhook');
  // No claim of it, however short, makes another job wait.
  expect(await rowOf(third)).toBe(before);
  const elsewhere = run('deliver_webhook', await sendTest(other, personal));
  await expect.poll(() => held.length).toBe(3);
  // The end of one worker wakes the endpoint that has waited longest, the end of the last one wakes the others.
  answerFirst();
  await Promise.race(serving);
  expect([await isDue(third), await isDue(fourth)]).toEqual([true, false]);
  answerAll();
  await Promise.all([...serving, elsewhere]);
  await site.runJobs();
  for (const hook of hooks) expect(await statesOf(hook)).toEqual(['delivered']);
});

test('a worker that stood still for longer than its claim neither sends on nor frees the claim of another', async () => {
  const run = createWorkers(patient);
  const id = await make();
  const { held, answerFirst, answerAll } = holdAnswers();
  const stalled = run('deliver_webhook', await sendTest(id));
  await expect.poll(() => held.length).toBe(1);
  await site.advance('2 minutes');
  const second = await announce(id);
  const working = run('deliver_webhook', second);
  await expect.poll(() => held.length).toBe(2);
  answerFirst();
  await stalled;
  await run('deliver_webhook', await announce(id));
  expect(receiver.received).toHaveLength(2);
  answerAll();
  await working;
  expect(await statesOf(id)).toEqual(['delivered', 'delivered', 'delivered']);
});

test('a claim lasts as long as its job sends', async () => {
  const run = createWorkers(patient);
  const id = await make();
  const { held, answerFirst, answerAll } = holdAnswers();
  const first = run('deliver_webhook', await sendTest(id));
  await announce(id);
  await expect.poll(() => held.length).toBe(1);
  await site.advance('40 seconds');
  answerFirst();
  await expect.poll(() => receiver.received.length).toBe(2);
  await site.advance('40 seconds');
  await run('deliver_webhook', await announce(id));
  expect(receiver.received).toHaveLength(2);
  answerAll();
  await first;
  expect(await statesOf(id)).toEqual(['delivered', 'delivered', 'delivered']);
});

test('a receiver that becomes slow gets what else waits by the workers of those that are slow', async () => {
  const run = createWorkers({ ...patient, slowMs: -1 });
  const id = await make();
  const first = await sendTest(id);
  const second = await announce(id);
  await announce(id);
  await run('deliver_webhook', first);
  expect(receiver.received).toHaveLength(1);
  expect([await taskOf(id), await isDue(id)]).toEqual(['deliver_webhook_slowly', true]);
  // Nor do jobs that were enqueued before send to it.
  await run('deliver_webhook', second);
  expect(receiver.received).toHaveLength(1);
  await run('deliver_webhook_slowly', second);
  expect(await statesOf(id)).toEqual(['delivered', 'delivered', 'delivered']);
});

test('while an upgrade runs, the version before gets no delivery back that it has passed on', async () => {
  const id = await make();
  receiver.answer.with = (_request, response) => response.writeHead(500).end();
  const delivery = await sendTest(id);
  await site.runJobs();
  // A refusal that comes at once makes nothing slow. The version before passes such a delivery on with `true`.
  const passOn = (isFailing: boolean) =>
    sql`select enqueue_webhook(${delivery}, ${id}, ${isFailing}::boolean, interval '0')`.execute(site.db);
  await passOn(true);
  expect(await taskOf(delivery)).toBe('deliver_webhook_slowly');
  await passOn(false);
  expect(await taskOf(delivery)).toBe('deliver_webhook');
});
