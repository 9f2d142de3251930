// Answers that come after their delivery was decided: the job that waits for one must not change what is decided, or fail.
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../../test/test-receiver.ts';
import { useTeamWithKeys } from '../../test/use-team-with-keys.ts';
import { sql } from '../platform/database.ts';
import { webhookTasks } from './webhooks.jobs.ts';

const { scene, site } = useTeamWithKeys({}, { WEBHOOK_NETWORKS: '127.0.0.0/8' });
let receiver: Receiver;
let held: ServerResponse[];
beforeEach(async () => {
  receiver = await startReceiver();
  held = [];
  receiver.answer.with = (_request, response) => void held.push(response);
  await sql`delete from limit_windows`.execute(site.db);
});
afterEach(() => receiver.stop());

type Delivery = { state: string; next_attempt_at: string | null; attempts: { status: number }[] };

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) =>
  site.call(method, `/api/webhooks${path}`, {
    token: scene.owner.token,
    workspace: scene.team,
    ...(payload && { payload }),
  });
const deliveriesOf = async (id: string) =>
  ((await call('GET', `/${id}/deliveries`)).body as { deliveries: Delivery[] }).deliveries;
/** Runs a worker's job by hand. No attempt is slow, however long its answer is held back. */
const send = (delivery_id: string): Promise<void> => {
  const patient = { slowMs: 120_000, hangingMs: 120_000, answerMs: 120_000 };
  const handler = webhookTasks(site.app.deps, patient).find(({ name }) => name === 'deliver_webhook');
  if (handler === undefined) throw new Error('there is no such task');
  return handler.run({ delivery_id }, { attempt: 1, maxAttempts: 12 });
};
/** A webhook whose receiver was called, and has not answered yet. */
async function beginAttempt() {
  const made = await call('POST', '', { url: receiver.url, events: ['order.paid'] });
  const id = String(made.body['id']);
  const delivery = String((await call('POST', `/${id}/test`, {})).body['delivery_id']);
  const job = send(delivery);
  await expect.poll(() => held.length).toBe(1);
  return { id, delivery, job };
}
const failingSince = async (id: string) =>
  ((await call('GET', '')).body['webhooks'] as { id: string; failing_since: string | null }[]).find(
    (each) => each.id === id,
  )?.failing_since;

test.each([500, 410])(
  'a %i after another job has delivered leaves the delivery delivered and the webhook as it is',
  async (status) => {
    const { id, delivery, job } = await beginAttempt();
    // The first job stood still for longer than its claim.
    await site.advance('2 minutes');
    const other = send(delivery);
    await expect.poll(() => held.length).toBe(2);
    held[1]?.writeHead(204).end();
    await other;
    held[0]?.writeHead(status).end();
    await job;
    const [found] = await deliveriesOf(id);
    expect(found).toMatchObject({ state: 'delivered', next_attempt_at: null });
    expect(found?.attempts.map((each) => each.status)).toEqual([status, 204]);
    expect(await failingSince(id)).toBeNull();
  },
);

test('an attempt that fails after its webhook was switched off is told, and stays the last one', async () => {
  const { id, job } = await beginAttempt();
  expect((await call('PATCH', `/${id}`, { is_on: false })).status).toBe(200);
  held[0]?.writeHead(500).end();
  await job;
  const [found] = await deliveriesOf(id);
  expect(found).toMatchObject({ state: 'failed', next_attempt_at: null, attempts: [{ status: 500 }] });
});

test('a message that was delivered after its webhook was switched off is called delivered', async () => {
  const { id, job } = await beginAttempt();
  expect((await call('PATCH', `/${id}`, { is_on: false })).status).toBe(200);
  held[0]?.writeHead(204).end();
  await job;
  expect((await deliveriesOf(id)).map(({ state }) => state)).toEqual(['delivered']);
});

test('an answer to a webhook that was removed meanwhile is of no account', async () => {
  const { id, job } = await beginAttempt();
  expect((await call('DELETE', `/${id}`)).status).toBeLessThan(300);
  held[0]?.writeHead(500).end();
  await expect(job).resolves.toBeUndefined();
});
