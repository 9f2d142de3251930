// Receipts as an accountant wants them: seller, buyer's company, card, and what each phone was extended to.
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openExtensions, openRental, readOrder, rent, settle } from '../../test/test-rentals.ts';
import { useTwoRenters } from '../../test/use-test-app.ts';
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

/** What was printed for an order. */
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
  await save({ company: '', address: '', tax_id: '' });
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
  expect(block(page, 'From')?.[0]).toBe('Pocketfleet, Inc.');
  expect(block(page, 'Payment')?.[1]).toBe('Visa ending in 4242');
  expect(page.amounts).toContainEqual({ label: 'Tax', value: 'None charged' });
  await save({ ...details, company: 'Another Ltd' });
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
