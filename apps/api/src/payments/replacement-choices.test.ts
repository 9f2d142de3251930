import { beforeEach, expect, test } from 'vitest';
import { phoneOfOrder, readOrder, rent, setPhone, settle } from '../../test/test-rentals.ts';
import { useTwoRenters } from '../../test/use-test-app.ts';
import { swapPhone } from '../orders/orders.ts';
import { inTransaction, sql } from '../platform/database.ts';
import { runAudit } from './run-audit.ts';

const dayMs = 86_400_000;
const { shop, ada, bob } = useTwoRenters(3);

/** PF-001 and PF-002 are Pixels, PF-003 is a Galaxy. */
beforeEach(async () => {
  for (const tag of ['PF-001', 'PF-002', 'PF-003']) await set(tag, 'ready');
  await sql`delete from mails`.execute(shop.site.db);
  await sql`update devices set model = case tag when 'PF-003' then 'Galaxy S23' else 'Pixel 7' end`.execute(
    shop.site.db,
  );
});

const set = (tag: string, runner: string, state?: string) => setPhone(shop, tag, runner, state);
const fail = async (tag: string) => {
  await set(tag, 'ready', 'quarantined');
  await settle(shop);
};
const phoneOf = (orderId: string) => phoneOfOrder(shop, ada.token, orderId);
const rentPixel = (inMs?: number) =>
  rent(shop, ada.token, {
    models: [{ model: 'Pixel 7', count: 1 }],
    ...(inMs === undefined ? {} : { inMs }),
  });
const choices = async () =>
  (await shop.site.call('GET', '/api/replacement-choices', { token: ada.token })).body as unknown as {
    assignment_id: string;
    tag: string;
    decide_by: string;
    refund_amount: number;
    models: { model: string; free: number }[];
  }[];
const choose = (assignmentId: string, payload: object, token = ada.token) =>
  shop.site.call('POST', `/api/phone-assignments/${assignmentId}/choose-replacement`, { token, payload });
const expectSound = async () => expect(await runAudit(shop.site.app.deps, 'all')).toEqual([]);
const outcomes = async () =>
  (
    await sql<{ outcome: string }>`select outcome from replacement_choices order by opened_at`.execute(
      shop.site.db,
    )
  ).rows.map(({ outcome }) => outcome);
const mails = async (template: string) =>
  (
    await sql<{ subject: string }>`
      select subject from mails where template = ${template} order by created_at`.execute(shop.site.db)
  ).rows;

/** A running rental whose phone and all others of its model have failed. */
async function failedRental(): Promise<{ orderId: string; assignmentId: string }> {
  const orderId = await rentPixel();
  const phone = await phoneOf(orderId);
  await set('PF-002', 'ready', 'quarantined');
  await fail('PF-001');
  return { orderId, assignmentId: phone?.assignment_id ?? '' };
}

test('a phone that fails in use is replaced by one of its model, not by a better one of another', async () => {
  const orderId = await rentPixel();
  await fail('PF-001');
  expect(await phoneOf(orderId)).toMatchObject({ tag: 'PF-002', model: 'Pixel 7' });
  expect(await choices()).toEqual([]);
  await expectSound();
});

test('a phone that fails before the start is replaced by one of its model', async () => {
  const orderId = await rentPixel(2 * dayMs);
  await set('PF-001', 'ready', 'quarantined');
  await set('PF-002', 'ready', 'quarantined');
  await settle(shop);
  expect(await phoneOf(orderId)).toMatchObject({ tag: 'PF-001', state: 'scheduled' });
  await set('PF-002', 'ready');
  await settle(shop);
  expect(await phoneOf(orderId)).toMatchObject({ tag: 'PF-002', state: 'scheduled' });
  expect(await outcomes()).toEqual(['same_model']);
  await expectSound();
});

test('without another of the model the customer is asked once, and nothing is decided', async () => {
  const { orderId, assignmentId } = await failedRental();
  await settle(shop);
  expect(await choices()).toMatchObject([
    {
      assignment_id: assignmentId,
      tag: 'PF-001',
      refund_amount: 4_286,
      models: [{ model: 'Galaxy S23', free: 1 }],
    },
  ]);
  expect(await phoneOf(orderId)).toMatchObject({ assignment_id: assignmentId, state: 'active' });
  expect(await mails('replacement_choice')).toMatchObject([
    { subject: 'PF-001 failed: choose another model or a refund' },
  ]);
  expect((await readOrder(shop, ada.token, orderId)).refunds).toEqual([]);
  await expectSound();
});

test('the customer takes another model for the rest of the rental', async () => {
  const { orderId, assignmentId } = await failedRental();
  expect(await choose(assignmentId, { choice: 'model', model: 'Galaxy S23' })).toMatchObject({ status: 200 });
  await settle(shop);
  expect(await phoneOf(orderId)).toMatchObject({ tag: 'PF-003', model: 'Galaxy S23', state: 'active' });
  expect(await choices()).toEqual([]);
  expect(await outcomes()).toEqual(['other_model']);
  // A second tab that answers later changes nothing.
  expect(await choose(assignmentId, { choice: 'refund' })).toMatchObject({
    status: 409,
    body: { code: 'conflict' },
  });
  await expectSound();
});

test('a model that was taken meanwhile is refused, and the choice stays open', async () => {
  const { assignmentId } = await failedRental();
  await rent(shop, bob.token, { models: [{ model: 'Galaxy S23', count: 1 }] });
  const answer = await choose(assignmentId, { choice: 'model', model: 'Galaxy S23' });
  expect(answer).toMatchObject({ status: 409, body: { code: 'short_of_phones' } });
  expect(await choices()).toHaveLength(1);
});

test('the customer takes the refund of the whole days that are left', async () => {
  const { orderId, assignmentId } = await failedRental();
  expect(await choose(assignmentId, { choice: 'refund' })).toMatchObject({ status: 200 });
  await settle(shop);
  expect((await readOrder(shop, ada.token, orderId)).refunds).toMatchObject([
    { amount: 4_286, reason: 'phone_failed' },
  ]);
  expect(await outcomes()).toEqual(['refund']);
  await expectSound();
});

test('without a choice within a day the rest is refunded, counted from the failure', async () => {
  const { orderId } = await failedRental();
  await shop.site.advance('23 hours 59 minutes');
  await settle(shop);
  expect(await choices()).toHaveLength(1);
  await shop.site.advance('2 minutes');
  await settle(shop);
  expect(await outcomes()).toEqual(['timed_out']);
  expect((await readOrder(shop, ada.token, orderId)).refunds).toMatchObject([
    { amount: 4_286, reason: 'phone_failed' },
  ]);
  await expectSound();
});

test('a phone of the model that becomes free ends the choice', async () => {
  const { orderId } = await failedRental();
  await set('PF-002', 'ready');
  await settle(shop);
  expect(await phoneOf(orderId)).toMatchObject({ tag: 'PF-002', state: 'active' });
  expect(await outcomes()).toEqual(['same_model']);
});

test('a phone that is booked for later counts as free until then', async () => {
  const models = [{ model: 'Pixel 7', count: 2 }];
  await rent(shop, bob.token, { phone_count: 2, inMs: 60 * dayMs, models });
  const { orderId } = await failedRental();
  await set('PF-002', 'ready');
  await settle(shop);
  expect(await phoneOf(orderId)).toMatchObject({ tag: 'PF-002', state: 'active' });
});

test('so does the phone itself when it can be used again', async () => {
  const { orderId } = await failedRental();
  await set('PF-001', 'ready');
  await settle(shop);
  expect(await phoneOf(orderId)).toMatchObject({ tag: 'PF-001', state: 'active' });
  expect(await outcomes()).toEqual(['phone_back']);
  expect(await choices()).toEqual([]);
});

test('nobody else can choose, and a failed phone is not handed back without its refund', async () => {
  const { assignmentId } = await failedRental();
  expect(await choose(assignmentId, { choice: 'refund' }, bob.token)).toMatchObject({ status: 409 });
  const handBack = await shop.site.call('POST', `/api/phone-assignments/${assignmentId}/hand-back`, {
    token: ada.token,
  });
  expect(handBack).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('PF-001 has failed') },
  });
});

test('before the start, the refund is the whole price', async () => {
  const orderId = await rentPixel(2 * dayMs);
  await set('PF-002', 'ready', 'quarantined');
  await fail('PF-001');
  const [choice] = await choices();
  expect(choice).toMatchObject({ refund_amount: 5_000 });
  await choose(choice?.assignment_id ?? '', { choice: 'refund' });
  await settle(shop);
  expect((await readOrder(shop, ada.token, orderId)).refunds).toMatchObject([
    { amount: 5_000, reason: 'not_started' },
  ]);
  await expectSound();
});

test('a choice before the start is open until two hours after it', async () => {
  const orderId = await rentPixel(2 * dayMs);
  await set('PF-002', 'ready', 'quarantined');
  await fail('PF-001');
  await shop.site.advance('49 hours');
  await settle(shop);
  expect(await phoneOf(orderId)).toMatchObject({ state: 'scheduled' });
  await shop.site.advance('65 minutes');
  await settle(shop);
  expect(await outcomes()).toEqual(['timed_out']);
  expect((await readOrder(shop, ada.token, orderId)).refunds).toMatchObject([
    { amount: 5_000, reason: 'not_started' },
  ]);
  await expectSound();
});

test('our team’s swap takes the same model, or a phone that it names', async () => {
  const { config } = shop.site.app.deps;
  const orderId = await rentPixel();
  const phone = await phoneOf(orderId);
  const swap = (deviceId?: string) =>
    inTransaction(shop.site.db, (tx) =>
      swapPhone({ config }, tx, phone?.assignment_id ?? '', { deviceId, note: '' }),
    );
  await set('PF-002', 'ready', 'quarantined');
  await expect(swap()).rejects.toMatchObject({ code: 'short_of_phones' });
  const galaxy = await sql<{ id: string }>`select id from devices where tag = 'PF-003'`.execute(shop.site.db);
  await swap(galaxy.rows[0]?.id);
  expect(await phoneOf(orderId)).toMatchObject({ tag: 'PF-003' });
  await expectSound();
});

test('any phone replaces one of a rental without a model, as ever', async () => {
  const orderId = await rent(shop, ada.token);
  await set('PF-002', 'ready', 'quarantined');
  await fail('PF-001');
  expect(await phoneOf(orderId)).toMatchObject({ tag: 'PF-003' });
  expect(await outcomes()).toEqual([]);
});
