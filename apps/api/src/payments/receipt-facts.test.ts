// Receipts as an accountant wants them: seller, buyer's company, card, and what each phone was extended to.
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { testPassword } from '../../test/test-app.ts';
import { openExtensions, openRental, readOrder, rent, settle } from '../../test/test-rentals.ts';
import { addTestMember, createTestTeam } from '../../test/test-team.ts';
import { useTwoRenters } from '../../test/use-test-app.ts';
import { sql } from '../platform/database.ts';
import { type PrintedPage, renderPdf } from '../platform/pdf.ts';

vi.mock('../platform/pdf.ts', async (load) => {
  const real = await load<typeof import('../platform/pdf.ts')>();
  return { ...real, renderPdf: vi.fn(real.renderPdf) };
});

const { shop, ada, bob } = useTwoRenters(3);
const details = { company: 'Brightside GmbH', address: 'Lindenstraße 1\n10969 Berlin', tax_id: 'DE 123' };
const save = (payload: object, token = ada.token) =>
  shop.site.call('PATCH', '/api/auth/billing-details', { token, payload });
const read = (token = ada.token) => shop.site.call('GET', '/api/auth/billing-details', { token });

/** The page that was printed for an order. */
async function receiptOf(orderId: string): Promise<PrintedPage> {
  vi.mocked(renderPdf).mockClear();
  const answer = await shop.site.call('GET', `/api/orders/${orderId}/receipt.pdf`, { token: ada.token });
  expect(answer.status).toBe(200);
  const [call] = vi.mocked(renderPdf).mock.calls;
  if (call === undefined) throw new Error('nothing was printed');
  return call[0];
}
const block = (page: PrintedPage, title: string) => page.blocks.find((each) => each.title === title)?.lines;

beforeAll(async () => {
  expect(await read()).toMatchObject({ body: { company: '', address: '', tax_id: '' } });
});
beforeEach(async () => {
  for (const { token } of [ada, bob]) await save({ company: '', address: '', tax_id: '' }, token);
});

test('a receipt names the seller, the buyer’s company and the card, and stays as it was', async () => {
  expect(await save(details)).toMatchObject({ status: 200, body: details });
  const orderId = await rent(shop, ada.token);
  const page = await receiptOf(orderId);
  expect(block(page, 'Billed to')?.slice(0, 5)).toEqual([
    'Brightside GmbH',
    expect.stringContaining('Ada'),
    'Lindenstraße 1',
    '10969 Berlin',
    'Tax ID DE 123',
  ]);
  expect(block(page, 'From')?.[0]).toBe('Sample seller');
  expect(block(page, 'Payment')?.[1]).toBe('Visa ending in 4242');
  expect(page.amounts).toContainEqual({ label: 'Tax', value: 'None charged' });
  await save({ ...details, company: 'Another Ltd' });
  const rename = { last_name: 'Renamed', current_password: testPassword };
  const renamed = await shop.site.call('PATCH', '/api/auth/me', { token: ada.token, payload: rename });
  expect(renamed).toMatchObject({ status: 200, body: { last_name: 'Renamed' } });
  expect((await read()).body).toMatchObject({ company: 'Another Ltd' });
  const later = await shop.site.call('GET', `/api/orders/${orderId}/receipt.pdf`, { token: ada.token });
  // The same content is printed once: from the cache, it is the same file.
  expect(later.status).toBe(200);
  expect(vi.mocked(renderPdf)).toHaveBeenCalledOnce();
});

test('the receipt of several extensions names each phone with its own end, as it was ordered', async () => {
  const opened = await openRental(shop, ada.token, { phone_count: 2 });
  await shop.pay(opened.secret);
  await settle(shop);
  const phones = (await readOrder(shop, ada.token, opened.orderId)).phones as unknown as {
    assignment_id: string;
    tag: string;
  }[];
  const ids = phones.map(({ assignment_id }) => assignment_id);
  const extended = await openExtensions(shop, ada.token, ids, { period: 'week', number_of_periods: 1 });
  await shop.pay(extended.secret);
  await settle(shop);
  const { item } = await receiptOf(extended.orderId);
  expect(item).toMatchObject({
    description: 'Extension of phone rentals',
    quantity: '2',
    unitPrice: '$50.00',
    amount: '$100.00',
  });
  expect(item.details.slice(0, 2)).toEqual(
    phones.map(({ tag }) => expect.stringMatching(new RegExp(`^${tag} until .* UTC$`))),
  );
});

test('a team has billing details of its own, which only members with “billing” read and change', async () => {
  const team = await createTestTeam(shop.site.db, ada.id);
  await addTestMember(shop.site.db, team, { user_id: bob.id, role: 'manager' });
  const call = (method: 'GET' | 'PATCH', token: string, payload?: object) =>
    shop.site.call(method, '/api/auth/billing-details', {
      token,
      workspace: team,
      ...(payload && { payload }),
    });
  await save({ ...details, company: 'Bob Ltd' }, bob.token);
  expect((await call('PATCH', ada.token, details)).status).toBe(200);
  expect((await call('GET', ada.token)).body).toEqual(details);
  expect((await read()).body).toMatchObject({ company: '' });
  for (const answer of [await call('GET', bob.token), await call('PATCH', bob.token, details)])
    expect(answer.body['code']).toBe('forbidden');
  const orderId = await rent(shop, bob.token, { workspace: team });
  const billed = await sql`select company from order_billing where order_id = ${orderId}`.execute(
    shop.site.db,
  );
  expect(billed.rows).toEqual([{ company: 'Brightside GmbH' }]);
});

test('nodes of the version before and after read what the other has written', async () => {
  const old = async () => {
    const found = await sql`select company from billing_details where user_id = ${ada.id}`.execute(
      shop.site.db,
    );
    return found.rows;
  };
  await save({ ...details, company: 'New Ltd' });
  expect(await old()).toEqual([{ company: 'New Ltd' }]);
  await sql`update billing_details set company = 'Old Ltd' where user_id = ${ada.id}`.execute(shop.site.db);
  expect((await read()).body).toMatchObject({ company: 'Old Ltd' });
});

test('billing details are the customer’s own, and what can’t be printed is refused', async () => {
  await save(details);
  expect((await read(bob.token)).body).toMatchObject({ company: '' });
  expect(await save({ ...details, company: '東京' })).toMatchObject({
    status: 400,
    body: { detail: expect.stringContaining('Latin letters') },
  });
  expect(await save({ ...details, address: '1\n2\n3\n4\n5\n6' })).toMatchObject({ status: 400 });
  expect(await save({ ...details, tax_id: 'x'.repeat(41) })).toMatchObject({ status: 400 });
});
