import { randomUUID } from 'node:crypto';
import type { OrderWithMoney } from '@pocketfleet/contract';
import { brand } from '@pocketfleet/rules';
import { expect, test, vi } from 'vitest';
import { openRental, paymentsDeps, readOrder, rent, settle } from '../../test/test-rentals.ts';
import { useTwoRenters } from '../../test/use-test-app.ts';
import { addStreamedTime, type StreamedInterval } from '../assignments/assignments.ts';
import { sql } from '../platform/database.ts';
import { renderPdf } from '../platform/pdf.ts';
import { describeReceipt } from './receipt.ts';

// As it is, but counted.
vi.mock('../platform/pdf.ts', async (load) => {
  const real = await load<typeof import('../platform/pdf.ts')>();
  return { ...real, renderPdf: vi.fn(real.renderPdf) };
});

const { shop, ada, bob } = useTwoRenters(3);

const get = (path: string, token = ada.token) => shop.site.call('GET', `/api/${path}`, { token });

test('orders come newest first, page by page, with their money, and only to their customer', async () => {
  const paid = await rent(shop, ada.token);
  const open = await openRental(shop, ada.token, { period: 'day' });
  expect((await get('orders')).body).toMatchObject({
    total: 2,
    orders: [
      {
        id: open.orderId,
        state: 'awaiting_payment',
        payment_status: 'open',
        has_receipt: false,
        paid_at: null,
      },
      { id: paid, state: 'paid', payment_status: 'succeeded', has_receipt: true, refunded_amount: 0 },
    ],
  });
  expect((await get('orders?page=2&per_page=1')).body).toMatchObject({
    orders: [{ id: paid }],
    page: 2,
    per_page: 1,
    total_pages: 2,
  });
  expect((await get('orders?page=3&per_page=1')).body).toMatchObject({
    orders: [],
    total: 2,
    total_pages: 2,
  });
  expect((await get('orders', bob.token)).body).toMatchObject({ orders: [], total: 0 });
  expect(await get(`orders/${paid}`, bob.token)).toMatchObject({ status: 404 });
});

test('an order names its phones for the success screen', async () => {
  const id = await rent(shop, ada.token, { phone_count: 2 });
  expect((await get(`orders/${id}`)).body).toMatchObject({
    phones: [
      { tag: 'PF-001', model: 'Pixel 8', state: 'active' },
      { tag: 'PF-002', state: 'active' },
    ],
  });
});

test('a paid order has a receipt as PDF; an unpaid one and a foreign one have none', async () => {
  const paid = await rent(shop, ada.token);
  const open = await openRental(shop, ada.token, { period: 'day' });
  const receipt = await get(`orders/${paid}/receipt.pdf`);
  expect(receipt).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment; filename="receipt-PF-\d+\.pdf"$/),
    },
  });
  expect(String(receipt.body['text'])).toMatch(/^%PDF-1\.\d[\s\S]*%%EOF\s*$/);
  // Printed once, and thirty times a minute at most asked for; of others it takes nothing.
  const again = await Promise.all(Array.from({ length: 28 }, () => get(`orders/${paid}/receipt.pdf`)));
  for (const each of again) expect(each.body['text']).toBe(receipt.body['text']);
  expect(vi.mocked(renderPdf)).toHaveBeenCalledTimes(1);
  expect(await get(`orders/${open.orderId}/receipt.pdf`)).toMatchObject({ status: 404 });
  expect(await get(`orders/${paid}/receipt.pdf`)).toMatchObject({
    status: 429,
    body: { code: 'too_many_requests', detail: 'Too many requests. Please try again in 1 minute.' },
  });
  expect(await get(`orders/${paid}/receipt.pdf`, bob.token)).toMatchObject({ status: 404 });
});

test('a receipt shows the payment and the refunds', () => {
  const page = describeReceipt(
    {
      id: 'a',
      number: 'PF-1001',
      state: 'paid',
      phone_count: 2,
      start_date: '2026-11-20T10:00:00Z',
      end_date: '2026-11-27T10:00:00Z',
      period: 'week',
      number_of_periods: 1,
      currency: 'usd',
      amount: 10_000,
      created_at: '2026-11-20T09:59:00Z',
      paid_at: '2026-11-20T10:00:00Z',
      extends_assignment_id: null,
      payment_status: 'succeeded',
      refunds: [
        {
          id: 'r',
          amount: 5_000,
          reason: 'not_started',
          state: 'succeeded',
          created_at: '2026-11-21T10:00:00Z',
        },
        { id: 'f', amount: 5_000, reason: 'operator', state: 'failed', created_at: '2026-11-21T10:00:00Z' },
      ],
      refunded_amount: 5_000,
      refundable_amount: 0,
      has_receipt: true,
      can_cancel: false,
      can_pay: false,
      hold_expires_at: null,
      quote: null,
    },
    { first_name: 'Ада', last_name: 'Lovelace', username: 'ada', email: 'ada@example.com' },
    { seller: { name: 'Tests Ltd', address: ['1 Test Road'], taxId: 'US 1' } },
  );
  expect(page.number).toBe('PF-1001');
  expect(page.item).toMatchObject({ quantity: '2', unitPrice: '$50.00', amount: '$100.00' });
  expect(page.amounts).toEqual([
    { label: 'Subtotal', value: '$100.00 USD' },
    { label: 'Tax', value: 'None charged' },
    { label: 'Total paid', value: '$100.00 USD', isStrong: true },
    { label: 'Refunded, Nov 21, 2026, 10:00 UTC', value: '-$50.00 USD' },
    { label: 'After refunds', value: '$50.00 USD', isStrong: true },
  ]);
  // The PDF's font has no Cyrillic: the account is named instead.
  expect(page.blocks).toEqual([
    { title: 'From', lines: ['Tests Ltd', '1 Test Road', 'Tax ID US 1', brand.salesEmail] },
    { title: 'Billed to', lines: ['Account ada', 'ada@example.com'] },
    { title: 'Payment', lines: ['Nov 20, 2026, 10:00 UTC'] },
  ]);
});

test('the figures of the history count all rows, whatever page is asked for', async () => {
  const past = (phone: string, days: number, length: string) =>
    sql`insert into assignments (device_id, user_id, state, starts_at, expires_at, ended_at, end_reason, told)
        select id, ${ada.id}, 'ended', app_now() - make_interval(days => ${days}),
               app_now() - make_interval(days => ${days}) + ${length}::interval,
               app_now() - make_interval(days => ${days}) + ${length}::interval, 'due', 'ended'
        from devices where tag = ${phone}`.execute(shop.site.db);
  await past('PF-001', 20, '10 hours 59 minutes');
  await past('PF-001', 10, '20 hours');
  await rent(shop, ada.token, { period: 'day' });
  await rent(shop, ada.token, { period: 'day', inMs: 48 * 3_600_000 });
  expect((await get('phone-assignments?page=2&per_page=1')).body).toMatchObject({
    assignments: [{ state: 'active', usage_hours: 0, can_extend: true, can_hand_back: true }],
    figures: { active: 1, completed: 2, average_usage_hours: 10 },
    total: 4,
    total_pages: 4,
  });
});

test('usage is reported for each phone and week, as rows and as CSV', async () => {
  await sql`insert into assignments (device_id, user_id, state, starts_at, expires_at, ended_at, end_reason, told)
            select d.id, ${ada.id}, 'ended', w.monday - interval '12 hours', w.monday + interval '6 hours',
                   w.monday + interval '6 hours', 'due', 'ended'
            from devices d, (select date_trunc('week', app_now()) - interval '1 week' as monday) w
            where d.tag = 'PF-002'`.execute(shop.site.db);
  const monday = sql`date_trunc('week', app_now()) - interval '1 week'`;
  const watched = (from: string, to: string) =>
    sql<StreamedInterval>`
    select id as assignment_id, extract(epoch from ${monday} + ${from}::interval)::float8 * 1000 as from_ms,
           extract(epoch from ${monday} + ${to}::interval)::float8 * 1000 as to_ms
    from assignments where user_id = ${ada.id} order by starts_at desc limit 1`.execute(shop.site.db);
  // Two nodes showed the same phone at the same time, also over midnight.
  for (const [from, to] of [
    ['-2 hours', '30 minutes'],
    ['-1 hour', '1 hour'],
    ['2 hours', '2 hours 12 minutes'],
  ] as const)
    await addStreamedTime(shop.site.app.deps, (await watched(from, to)).rows);
  const { body } = await get('phone-usage?weeks=4');
  const weeks = body['weeks'] as string[];
  expect(weeks).toHaveLength(4);
  expect(body['usage']).toMatchObject([
    { week_start: weeks[1], tag: 'PF-002', model: 'Pixel 8', hours: 6, streamed_hours: 1.2 },
    { week_start: weeks[2], tag: 'PF-002', hours: 12, streamed_hours: 2 },
  ]);
  expect((await get('phone-usage.csv?weeks=4')).body['text']).toBe(
    `week_start,tag,model,hours,streamed_hours\r\n${weeks[1]},PF-002,Pixel 8,6.0,1.2\r\n${weeks[2]},PF-002,Pixel 8,12.0,2.0\r\n`,
  );
  expect(await get('phone-usage?weeks=54')).toMatchObject({ status: 400 });
});

test('an order that was paid twice stays paid: the refund of the second charge doesn’t reduce it', async () => {
  const opened = await openRental(shop, ada.token);
  const { provider, db } = paymentsDeps(shop);
  const idempotencyKey = `order:${opened.orderId}:2`;
  const payment_id = randomUUID();
  const second = await provider.createIntent({
    order_id: opened.orderId,
    payment_id,
    order_number: 'x',
    amount: 5_000,
    email: 'ada@example.com',
    idempotencyKey,
  });
  await sql`insert into payments (id, order_id, attempt, idempotency_key, amount, intent_id, read_at)
    values (${payment_id}, ${opened.orderId}, 2, ${idempotencyKey}, 5000, ${second.id}, app_now())`.execute(
    db,
  );
  await shop.pay(opened.secret);
  await shop.pay(second.client_secret);
  await settle(shop);
  const order = await readOrder(shop, ada.token, opened.orderId);
  expect(order).toMatchObject({
    state: 'paid',
    amount: 5_000,
    refunded_amount: 0,
    refunds: [{ amount: 5_000, reason: 'paid_twice' }],
  });
  const buyer = { first_name: 'Ada', last_name: 'L', username: 'ada', email: 'ada@example.com' };
  const { amounts } = describeReceipt(order as unknown as OrderWithMoney, buyer, shop.site.app.deps.config);
  expect(amounts.map(({ label }) => label)).toEqual(['Subtotal', 'Tax', 'Total paid']);
});
