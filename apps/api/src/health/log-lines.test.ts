// The log of a rental has one line for each step, with the ids that lead to the next one.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { useRentedPhone } from '../../test/rented-phone.ts';
import { scrape } from '../../test/scrape.ts';
import type { TestApp } from '../../test/test-app.ts';
import { type Shop, startShop } from '../../test/test-payments.ts';
import { openRental, rent, settle } from '../../test/test-rentals.ts';

const patience = { timeout: 60_000, interval: 50 };

type Line = Record<string, unknown> & { msg: string };

/** The lines of the level info from now on. */
function followLog({ app }: TestApp): () => Line[] {
  const logSpy = vi.spyOn(app.deps.log, 'info');
  return () =>
    (logSpy.mock.calls as unknown[][]).map(([fields, msg]) =>
      typeof fields === 'string'
        ? { msg: fields }
        : { ...(fields as Record<string, unknown>), msg: String(msg) },
    );
}

describe('money', () => {
  let shop: Shop;
  let token: string;
  beforeAll(async () => {
    shop = await startShop(3);
    ({ token } = await shop.customer('ada'));
  });
  afterAll(() => shop.stop());

  test('a hold, its payment, an unpaid order, a refund and each mail are logged and counted', async () => {
    const lines = followLog(shop.site);
    const left = await openRental(shop, token);
    const held = { order_id: left.orderId, phones: 1, msg: 'phones are held, and their payment is open' };
    expect(lines()).toContainEqual(expect.objectContaining(held));
    await shop.site.advance('16 minutes');
    await settle(shop);
    expect(lines()).toContainEqual({ order_id: left.orderId, msg: 'an order was left unpaid' });
    const paid = await rent(shop, token, { inMs: 5 * 3_600_000 });
    const come = { order_id: paid, outcome: 'fulfilled', msg: 'money was received' };
    expect(lines()).toContainEqual(expect.objectContaining(come));
    await shop.site.call('POST', `/api/orders/${paid}/cancel`, { token, payload: {} });
    await vi.waitFor(async () => {
      await settle(shop);
      const back = { order_id: paid, state: 'succeeded', msg: 'the state of a refund has changed' };
      expect(lines()).toContainEqual(expect.objectContaining(back));
      const mailed = { template: 'order_paid', msg: 'a mail was sent' };
      expect(lines()).toContainEqual(expect.objectContaining(mailed));
    }, patience);
    expect(lines().filter(({ msg }) => msg === 'money was received')).toHaveLength(1);
    await vi.waitFor(async () => {
      const { read } = await scrape(shop.site);
      expect(read('pocketfleet_payments_last_day{outcome="succeeded"}')).toBe(1);
      expect(read('pocketfleet_payments_last_day{outcome="unpaid"}')).toBe(1);
    }, patience);
  });
});

describe('a phone', () => {
  const scene = useRentedPhone();

  test('sockets, the end of a rental and a cleaning are logged', async () => {
    const lines = followLog(scene.fleet.site);
    const viewer = await scene.watchLive();
    const socket = { device_id: scene.phone, purpose: 'control' };
    expect(lines()).toContainEqual(expect.objectContaining({ ...socket, msg: 'a socket was admitted' }));
    await scene.endIn(0);
    const code = await viewer.closed;
    const expected = [
      { ...socket, code, msg: 'a socket has closed' },
      { msg: 'a rental has ended' },
      { device_id: scene.phone, purpose: 'clean', msg: 'a cleaning has succeeded' },
    ];
    await vi.waitFor(() => {
      for (const line of expected) expect(lines()).toContainEqual(expect.objectContaining(line));
    }, patience);
  });
});
