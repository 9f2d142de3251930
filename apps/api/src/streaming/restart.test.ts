// A tenant restarts the phone: control plane, a real agent, a virtual phone.
import { expect, test } from 'vitest';
import { useRentedPhone } from '../../test/rented-phone.ts';
import { createTestUser, testPassword } from '../../test/test-app.ts';

const scene = useRentedPhone();
const restart = (token: string) =>
  scene.fleet.site.call('POST', `/api/devices/${scene.phone}/restart`, { token });
const connection = async () => {
  const { body } = await scene.fleet.site.call('GET', '/api/phones', { token: scene.token });
  return (body as unknown as { connection_state: string }[])[0]?.connection_state;
};

test('a tenant restarts the phone, and it is online again', async () => {
  expect(await restart(scene.token)).toMatchObject({ status: 200, body: { is_back: true } });
  await expect.poll(connection).toBe('online');
});

test('nobody restarts somebody else’s phone, nor one that is offline', async () => {
  await createTestUser(scene.fleet.site.db, 'bob');
  const bob = await scene.fleet.site.signIn('bob', testPassword);
  expect(await restart(bob)).toMatchObject({ status: 403, body: { code: 'device_not_assigned' } });
  await scene.fleet.killAgent();
  await expect.poll(connection).toBe('offline');
  expect(await restart(scene.token)).toMatchObject({ status: 409, body: { code: 'device_offline' } });
  await scene.fleet.startAgent();
});
