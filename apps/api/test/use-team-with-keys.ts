// A team with a phone, and what tests of its keys do again and again.
import { randomUUID } from 'node:crypto';
import type { Role } from '@pocketfleet/contract';
import { beforeAll, beforeEach } from 'vitest';
import { sql } from '../src/platform/database.ts';
import { createTestUser, type TestAppOptions, testPassword } from './test-app.ts';
import { createTestDevice, createTestHost } from './test-devices.ts';
import { makeTestKey } from './test-keys.ts';
import { addTestMember, createTestTeam } from './test-team.ts';
import { useTestApp } from './use-test-app.ts';

/** A new team with a new owner before each test. */
export function useTeamWithKeys(options: TestAppOptions = {}, env: Record<string, string> = {}) {
  const scene = { owner: { id: '', token: '' }, team: '', phone: '' };
  let host: string;
  let users = 0;
  const site = useTestApp(env, options);

  async function signedIn(): Promise<{ id: string; token: string }> {
    users += 1;
    const name = `person${users}`;
    return { id: await createTestUser(site.db, name), token: await site.signIn(name, testPassword) };
  }

  async function member(role: Role, phones?: string[]) {
    const made = await signedIn();
    await addTestMember(site.db, scene.team, { user_id: made.id, role, ...(phones && { phones }) });
    return made;
  }

  async function rentedPhone(workspace: string, user: string): Promise<string> {
    const device = await createTestDevice(site.db, host, `PF-${randomUUID().slice(0, 8)}`);
    await sql`insert into assignments (device_id, user_id, workspace_id, starts_at, expires_at, state, told, prepared_at)
    values (${device}, ${user}, ${workspace}, app_now() - interval '1 hour', app_now() + interval '1000 days', 'active',
            'ready', app_now())`.execute(site.db);
    return device;
  }

  beforeAll(async () => {
    host = await createTestHost(site.db);
  });
  beforeEach(async () => {
    site.outbox.length = 0;
    await sql`update hosts set link_beat_at = app_now()`.execute(site.db);
    scene.owner = await signedIn();
    scene.team = await createTestTeam(site.db, scene.owner.id);
    scene.phone = await rentedPhone(scene.team, scene.owner.id);
  });

  const make = (input: object = {}, token = scene.owner.token) =>
    site.call('POST', '/api/keys', {
      token,
      workspace: scene.team,
      payload: { name: 'nightly-tests', permissions: ['watch'], phones: 'all', ...input },
    });
  const made = (input: object = {}, token = scene.owner.token) => makeTestKey(site, token, input, scene.team);
  const list = async (token = scene.owner.token) => {
    const answer = await site.call('GET', '/api/keys', { token, workspace: scene.team });
    return answer.body['keys'] as Record<string, unknown>[];
  };
  const useKey = (key: string, options: { address?: string; workspace?: string } = {}) =>
    site.call('GET', '/api/phones', { token: key, ...options });
  const rotate = (id: string, token = scene.owner.token) =>
    site.call('POST', `/api/keys/${id}/rotate`, { token, workspace: scene.team });
  const revoke = (id: string, token = scene.owner.token) =>
    site.call('DELETE', `/api/keys/${id}`, { token, workspace: scene.team });
  const inDays = (days: number) => new Date(site.app.deps.clock.nowMs() + days * 86_400_000).toISOString();

  return { scene, site, signedIn, member, rentedPhone, make, made, list, useKey, rotate, revoke, inDays };
}
