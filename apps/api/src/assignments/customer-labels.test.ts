import { beforeAll, expect, test } from 'vitest';
import { createTestUser, testPassword } from '../../test/test-app.ts';
import { createTestDevice, createTestHost } from '../../test/test-devices.ts';
import { useTestApp } from '../../test/use-test-app.ts';
import { assignDevice, endAssignment } from './assignments.ts';

const site = useTestApp();
let device: string;
let ada: { id: string; token: string };
let bob: { id: string; token: string };

beforeAll(async () => {
  const customer = async (name: string) => ({
    id: await createTestUser(site.db, name),
    token: await site.signIn(name, testPassword),
  });
  [ada, bob] = [await customer('ada'), await customer('bob')];
  device = await createTestDevice(site.db, await createTestHost(site.db), 'PF-1');
});

const assign = (userId: string): Promise<string> =>
  assignDevice(site.app.deps, {
    device_id: device,
    user_id: userId,
    order_id: null,
    starts_at: new Date(site.app.deps.clock.nowMs() - 1_000).toISOString(),
    expires_at: null,
  });
const label = (token: string, text: string) =>
  site.call('PATCH', `/api/phones/${device}`, { token, payload: { label: text } });
const labelSeenBy = async (token: string) => {
  const { body } = await site.call('GET', '/api/phones', { token });
  return (body as unknown as { label: string | null }[])[0]?.label;
};

test('a customer labels their phone, changes the label and removes it', async () => {
  const assignment = await assign(ada.id);
  expect(await labelSeenBy(ada.token)).toBeNull();
  expect((await label(ada.token, '  Kasse 3 – 東京 🙂 ')).status).toBe(200);
  expect(await labelSeenBy(ada.token)).toBe('Kasse 3 – 東京 🙂');
  await label(ada.token, 'Kasse 4');
  expect(await labelSeenBy(ada.token)).toBe('Kasse 4');
  await label(ada.token, ' ');
  expect(await labelSeenBy(ada.token)).toBeNull();
  await label(ada.token, 'Kasse 5');
  await endAssignment(site.app.deps, assignment);
});

test('only its tenant can label a phone', async () => {
  const answer = await label(bob.token, 'mine');
  expect([answer.status, answer.body['code']]).toEqual([403, 'device_not_assigned']);
});

test.each([['x'.repeat(61)], ['two\nlines']])('%j is refused as a label', async (text) => {
  expect((await label(ada.token, text)).status).toBe(400);
});
