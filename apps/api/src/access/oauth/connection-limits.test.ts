// Limits of connected programs, changed by people while the programs work.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { useOauthScene } from '../../../test/use-oauth-scene.ts';

const { scene, site, member, made, connect, listConnections } = useOauthScene();

const change = (id: unknown, payload: object, token = scene.owner.token) =>
  site.call('PATCH', `/api/connections/${id}`, { token, workspace: scene.team, payload });
/** The phone has no host here: an action that isn't refused by the limit fails for that. */
const act = (token: string) =>
  site.call('POST', `/api/devices/${scene.phone}/actions`, {
    token,
    payload: { action: 'press', key: 'home' },
  });
const ownId = async () => (await listConnections())[0]?.['id'];
const permissions = ['watch', 'control', 'screen'];

test('limits are changed while the program works, and the activity says it', async () => {
  const { tokens } = await connect({ permissions, actions_a_minute: 2, hours_a_day: 4 });
  const id = await ownId();
  for (let n = 0; n < 2; n += 1) expect((await act(tokens.access_token)).status).not.toBe(429);
  expect((await act(tokens.access_token)).status).toBe(429);
  const wider = await change(id, { actions_a_minute: 5 });
  expect(wider).toMatchObject({ status: 200, body: { id, actions_a_minute: 5, hours_a_day: 4 } });
  expect((await act(tokens.access_token)).status).not.toBe(429);
  await change(id, { actions_a_minute: null, hours_a_day: 1 });
  expect(await listConnections()).toMatchObject([{ actions_a_minute: null, hours_a_day: 1 }]);
  const { body } = await site.call('GET', '/api/activity', {
    token: scene.owner.token,
    workspace: scene.team,
  });
  const rows = (body['rows'] as { kind: string; details: object }[]).filter(
    ({ kind }) => kind === 'program.limit_changed',
  );
  const name = 'agent.example';
  expect(rows.map(({ details }) => details)).toEqual([
    { id, name, monthly_limit_cents: 0, actions_a_minute: 0, hours_a_day: 1 },
    { id, name, monthly_limit_cents: 0, actions_a_minute: 5 },
  ]);
});

test('a first limit of actions is for a new consent, and money for a program that may spend', async () => {
  await connect({ permissions });
  const id = await ownId();
  expect(await change(id, { actions_a_minute: 2 })).toMatchObject({
    status: 409,
    body: { fields: { actions_a_minute: expect.stringContaining('Connect it again') } },
  });
  expect(await change(id, { monthly_limit_cents: 100 })).toMatchObject({
    status: 400,
    body: { fields: { monthly_limit_cents: expect.any(String) } },
  });
  for (const wrong of [{}, { hours_a_day: 25 }, { actions_a_minute: 0 }])
    expect((await change(id, wrong)).status).toBe(400);
});

test('people change those of their own programs, with the permission “keys” of all, and programs of none', async () => {
  const user = await member('user');
  await connect({ permissions: ['watch'], hours_a_day: 2 }, user.token);
  const [theirs] = await listConnections(user.token);
  const mine = await connect({ permissions });
  const owners = (await listConnections()).find(({ is_own }) => is_own === true);
  expect((await change(theirs?.['id'], { hours_a_day: 3 }, user.token)).body).toMatchObject({
    hours_a_day: 3,
    is_own: true,
  });
  expect((await change(theirs?.['id'], { hours_a_day: 1 })).body).toMatchObject({
    hours_a_day: 1,
    is_own: false,
  });
  expect((await change(owners?.['id'], { hours_a_day: 1 }, user.token)).status).toBe(404);
  expect((await change(randomUUID(), { hours_a_day: 1 })).status).toBe(404);
  const key = await made({ permissions: ['watch', 'keys'] });
  expect(await change(owners?.['id'], { hours_a_day: 1 }, key.key)).toMatchObject({
    status: 403,
    body: { detail: 'Only a person can change the limits of a program.' },
  });
  const byItself = await site.call('PATCH', `/api/connections/${owners?.['id']}`, {
    token: mine.tokens.access_token,
    payload: { hours_a_day: 24 },
  });
  expect(byItself).toMatchObject({ status: 403, body: { code: 'forbidden' } });
});
