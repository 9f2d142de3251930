// Keys and connected programs that may do some actions a minute.
import { expect, test } from 'vitest';
import { useTeamWithKeys } from '../../test/use-team-with-keys.ts';

const { scene, site, make, made, rotate, list } = useTeamWithKeys({ leads: false });

/** The phone has no host here: an action that isn't refused by the limit fails for that. */
const act = (token: string) =>
  site.call('POST', `/api/devices/${scene.phone}/actions`, {
    token,
    payload: { action: 'press', key: 'home' },
  });
const permissions = ['watch', 'control', 'screen', 'keys'];

test('a key does its actions, is told in words and in seconds when it goes on, and does so', async () => {
  const { id, key } = await made({ permissions, actions_a_minute: 2 });
  expect(await list()).toMatchObject([{ id, actions_a_minute: 2 }]);
  for (let n = 0; n < 2; n += 1) expect((await act(key)).status).not.toBe(429);
  const refused = await act(key);
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  expect(refused.body['detail']).toBe(
    'This key may do 2 actions a minute and has reached this limit. Please try again in 1 minute.',
  );
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  await site.advance('61 seconds');
  expect((await act(key)).status).not.toBe(429);
});

test('a rotated key and a key that it makes share its actions; none has more', async () => {
  const before = await made({ permissions, actions_a_minute: 3 });
  const wide = await make({ name: 'wide', actions_a_minute: 4 }, before.key);
  expect(wide).toMatchObject({ status: 403, body: { fields: { actions_a_minute: expect.any(String) } } });
  const child = await make({ name: 'child', permissions: ['control', 'screen'] }, before.key);
  expect(child.body).toMatchObject({ actions_a_minute: 3 });
  const after = await rotate(before.id, scene.owner.token);
  expect(after.body).toMatchObject({ actions_a_minute: 3 });
  const keys = [before.key, String(child.body['key']), String(after.body['key'])];
  for (const key of keys) expect((await act(key)).status).not.toBe(429);
  for (const key of keys) expect((await act(key)).status).toBe(429);
});

test('a key without a limit of its own is not counted', async () => {
  const { key } = await made({ permissions });
  for (let n = 0; n < 5; n += 1) expect((await act(key)).status).not.toBe(429);
});

test('uncounted access is refused: control of a live picture, and links that give it', async () => {
  const { key } = await made({ permissions, actions_a_minute: 30 });
  const start = (purpose: string) =>
    site.call('POST', `/api/devices/${scene.phone}/stream/start`, { token: key, payload: { purpose } });
  expect((await start('view')).status).toBe(200);
  expect(await start('control')).toMatchObject({
    status: 403,
    body: { detail: expect.stringContaining('can’t control a live picture') },
  });
  const share = (permission: string) =>
    site.call('POST', '/api/share-links', { token: key, payload: { permission, phones: [scene.phone] } });
  const link = await share('watch');
  expect(link.status).toBe(200);
  const token = String(link.body['url']).split('/s/')[1];
  const joined = await site.call('POST', '/api/share-links/join', { payload: { token, name: 'Dana' } });
  expect(joined.status).toBe(200);
  const listed = await site.call('GET', '/api/share-links', { token: key });
  const [one] = (listed.body['links'] as { id: string; guests: { id: string }[] }[]) ?? [];
  const guest = `/api/share-links/${one?.id}/guests/${one?.guests[0]?.id}`;
  const raise = (permission: string) => site.call('PATCH', guest, { token: key, payload: { permission } });
  expect((await raise('watch')).status).toBe(200);
  expect(await raise('control')).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  expect((await share('control')).status).toBe(403);
});

test.each([0, 301, 1.5, '2'])('%j actions a minute are refused', async (actions_a_minute) => {
  expect((await make({ actions_a_minute })).status).toBe(400);
});

const change = (id: string, payload: object, token = scene.owner.token) =>
  site.call('PATCH', `/api/keys/${id}`, { token, workspace: scene.team, payload });

test('limits are changed while the key works, and the activity says it', async () => {
  const { id, key } = await made({ permissions, actions_a_minute: 2, hours_a_day: 4 });
  for (let n = 0; n < 2; n += 1) expect((await act(key)).status).not.toBe(429);
  expect((await act(key)).status).toBe(429);
  const wider = await change(id, { actions_a_minute: 5 });
  expect(wider).toMatchObject({ status: 200, body: { actions_a_minute: 5, hours_a_day: 4 } });
  expect((await act(key)).status).not.toBe(429);
  expect((await change(id, { actions_a_minute: null, hours_a_day: 1 })).body).toMatchObject({
    actions_a_minute: null,
    hours_a_day: 1,
    monthly_limit_cents: 0,
  });
  const { body } = await site.call('GET', '/api/activity', {
    token: scene.owner.token,
    workspace: scene.team,
  });
  const rows = (body['rows'] as { kind: string; details: object }[]).filter(
    ({ kind }) => kind === 'key.limit_changed',
  );
  expect(rows.map(({ details }) => details)).toMatchObject([
    { actions_a_minute: 0, hours_a_day: 1 },
    { actions_a_minute: 5, monthly_limit_cents: 0 },
  ]);
  expect(rows[1]?.details).not.toHaveProperty('hours_a_day');
});

test('a lower limit holds for the keys that it made and the one that it replaced, and none gets more', async () => {
  const before = await made({ permissions, actions_a_minute: 30, hours_a_day: 8 });
  const child = await make({ name: 'its child', permissions: ['control', 'screen'] }, before.key);
  const after = await rotate(before.id, scene.owner.token);
  const id = String(after.body['id']);
  expect((await change(id, { actions_a_minute: 2 })).status).toBe(200);
  const childId = String(child.body['id']);
  expect(await list()).toContainEqual(
    expect.objectContaining({ id: childId, actions_a_minute: 2, hours_a_day: 8 }),
  );
  for (let n = 0; n < 2; n += 1) expect((await act(before.key)).status).not.toBe(429);
  expect((await act(before.key)).status).toBe(429);
  for (const limits of [{ actions_a_minute: 3 }, { hours_a_day: null }])
    expect(await change(childId, limits)).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining('The key that made this one has') },
    });
  expect((await change(childId, { actions_a_minute: 1 })).body).toMatchObject({ actions_a_minute: 1 });
});

test('a key changes no limits, and a first limit of actions is for another key', async () => {
  const { id, key } = await made({ permissions });
  expect((await change(id, { hours_a_day: 2 }, key)).status).toBe(403);
  expect(await change(id, { actions_a_minute: 2 })).toMatchObject({
    status: 409,
    body: { fields: { actions_a_minute: expect.stringContaining('Make another key') } },
  });
  expect((await change(id, {})).status).toBe(400);
});
