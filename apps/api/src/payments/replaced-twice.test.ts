import { expect, test } from 'vitest';
import { phoneOfOrder, rent, setPhone, settle } from '../../test/test-rentals.ts';
import { useTwoRenters } from '../../test/use-test-app.ts';

const { shop, ada } = useTwoRenters(3);

test('a phone that replaced a replaced one names both, so that an old address leads to it', async () => {
  const orderId = await rent(shop, ada.token);
  const deviceIds: (string | undefined)[] = [];
  for (const tag of ['PF-001', 'PF-002']) {
    const phone = await phoneOfOrder(shop, ada.token, orderId);
    expect(phone).toMatchObject({ tag });
    deviceIds.unshift(phone?.device_id);
    await setPhone(shop, tag, 'quarantined', 'quarantined');
    await settle(shop);
  }
  const [latest, ...earlier_device_ids] = deviceIds;
  expect((await shop.site.call('GET', '/api/phones', { token: ada.token })).body).toMatchObject([
    { tag: 'PF-003', replaces: { device_id: latest, tag: 'PF-002', earlier_device_ids } },
  ]);
});
