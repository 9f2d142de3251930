import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../test/test-app.ts';
import { createTestDevice, createTestHost } from '../test/test-devices.ts';
import { assignDemoPhones, makeDemoAccounts } from './demo.ts';

let site: TestApp;

beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.stop());

test('the demo customer has three online phones, a history and one paid order, however often it is made', async () => {
  await makeDemoAccounts(site.db);
  await makeDemoAccounts(site.db);
  const host = await createTestHost(site.db);
  for (const tag of ['PF-001', 'PF-002', 'PF-003', 'PF-004']) await createTestDevice(site.db, host, tag);
  await assignDemoPhones(site.db, 1_000);
  await assignDemoPhones(site.db, 1_000);

  const token = await site.signIn('demo', 'Pocketfleet-demo-1');
  const phones = await site.call('GET', '/api/phones', { token });
  expect(phones.body).toMatchObject([
    { tag: 'PF-001', connection_state: 'online' },
    { tag: 'PF-002', connection_state: 'online' },
    { tag: 'PF-003', connection_state: 'online' },
  ]);
  const history = await site.call('GET', '/api/phone-assignments?page=1&per_page=100', { token });
  expect(history.body).toMatchObject({ total: 6 });
  const orders = await site.call('GET', '/api/orders', { token });
  expect(orders.body).toMatchObject({
    total: 1,
    orders: [{ state: 'paid', amount: 39_000, phone_count: 3 }],
  });
});

test('an operator account does not open the customer site', async () => {
  await makeDemoAccounts(site.db);
  await expect(site.signIn('operator', 'Pocketfleet-operator-1')).rejects.toThrow('invalid_credentials');
});

test('without phones the demo says so in time', async () => {
  const empty = await startTestApp();
  try {
    await makeDemoAccounts(empty.db);
    await expect(assignDemoPhones(empty.db, 0)).rejects.toThrow('only 0 phones came online in time');
  } finally {
    await empty.stop();
  }
});
