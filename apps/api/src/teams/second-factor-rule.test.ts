// Teams that require a second factor of their members.
import { beforeEach, describe, expect, test } from 'vitest';
import { makeTestKey } from '../../test/test-keys.ts';
import { addAuthenticator } from '../../test/use-factor-scene.ts';
import { useTeamWithKeys } from '../../test/use-team-with-keys.ts';

const { scene, site, member } = useTeamWithKeys();
const setRule = (is_required: boolean, token = scene.owner.token) =>
  site.call('POST', `/api/workspaces/${scene.team}/second-factor`, { token, payload: { is_required } });
const phonesOf = (token: string, workspace?: string) =>
  site.call('GET', '/api/phones', { token, ...(workspace && { workspace }) });
const needed = { status: 403, body: { code: 'second_factor_needed' } };

test('an owner without a second factor can’t require one, and is told why', async () => {
  expect(await setRule(true)).toMatchObject({
    status: 403,
    body: {
      code: 'second_factor_needed',
      detail: 'Add a second factor to your own account first: without one, you’d lock yourself out.',
    },
  });
});

test('only owners set the rule, and a personal account has none', async () => {
  const admin = await member('admin');
  await addAuthenticator(site, admin.token);
  expect(await setRule(true, admin.token)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  await addAuthenticator(site, scene.owner.token);
  const own = await site.call('POST', `/api/workspaces/${scene.owner.id}/second-factor`, {
    token: scene.owner.token,
    payload: { is_required: true },
  });
  expect(own).toMatchObject({ status: 409 });
});

describe('in a team that requires one', () => {
  let assistant: { id: string; token: string };
  beforeEach(async () => {
    assistant = await member('user');
    await addAuthenticator(site, scene.owner.token);
  });

  test('a member without is refused at once, with the way out, and everything else of theirs works', async () => {
    expect((await phonesOf(assistant.token, scene.team)).status).toBe(200);
    expect(await setRule(true)).toMatchObject({ status: 200, body: { requires_second_factor: true } });
    const refused = await phonesOf(assistant.token, scene.team);
    expect(refused).toMatchObject(needed);
    expect(refused.body['detail']).toContain('Add one in your settings');
    expect((await phonesOf(assistant.token)).status).toBe(200);
    const me = await site.call('GET', '/api/auth/me', { token: assistant.token, workspace: scene.team });
    expect(me.status).toBe(200);
    const team = (me.body['workspaces'] as { id: string }[]).find(({ id }) => id === scene.team);
    expect(team).toMatchObject({ requires_second_factor: true, lacks_second_factor: true });
    expect((await phonesOf(scene.owner.token, scene.team)).status).toBe(200);
  });

  test('the member is let in as soon as they have added one, and out again with the last one', async () => {
    await setRule(true);
    const { id } = await addAuthenticator(site, assistant.token);
    expect((await phonesOf(assistant.token, scene.team)).status).toBe(200);
    const { recovery_codes } = await site
      .call('POST', '/api/auth/recovery-codes', {
        token: assistant.token,
        payload: { current_password: 'correct horse battery' },
      })
      .then(({ body }) => body as { recovery_codes: string[] });
    const removed = await site.call('POST', `/api/auth/second-factors/${id}/remove`, {
      token: assistant.token,
      payload: { code: recovery_codes[0] },
    });
    expect(removed.status).toBe(200);
    expect(await phonesOf(assistant.token, scene.team)).toMatchObject(needed);
  });

  test('tickets and keys of such a member are refused too, and work again with a factor', async () => {
    const admin = await member('admin');
    const { key } = await makeTestKey(site, admin.token, { permissions: ['watch'] }, scene.team);
    expect((await phonesOf(key)).status).toBe(200);
    await setRule(true);
    expect(await phonesOf(key)).toMatchObject(needed);
    const asAgent = await site.call('POST', '/api/mcp', {
      token: key,
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    });
    expect(asAgent).toMatchObject(needed);
    const stream = await site.call('POST', `/api/devices/${scene.phone}/stream/start`, {
      token: assistant.token,
      workspace: scene.team,
      payload: { purpose: 'view' },
    });
    expect(stream).toMatchObject(needed);
    const events = await site.call('POST', '/api/events/ticket', {
      token: assistant.token,
      workspace: scene.team,
    });
    expect(events).toMatchObject(needed);
    await addAuthenticator(site, admin.token);
    expect((await phonesOf(key)).status).toBe(200);
  });

  test('such a member can still leave', async () => {
    await setRule(true);
    const left = await site.call('POST', `/api/workspaces/${scene.team}/leave`, { token: assistant.token });
    expect(left.status).toBe(200);
  });

  test('the rule can be lifted', async () => {
    await setRule(true);
    expect(await setRule(false)).toMatchObject({ body: { requires_second_factor: false } });
    expect((await phonesOf(assistant.token, scene.team)).status).toBe(200);
  });
});
