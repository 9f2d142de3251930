// A key or a connected program reads the addresses of what it did itself, and not those of its person.
import type { ActivityRow } from '@pocketfleet/contract';
import { expect, test } from 'vitest';
import { useTeamWithKeys } from '../../test/use-team-with-keys.ts';

const { scene, site, made } = useTeamWithKeys({ leads: false });

test('a key reads the addresses of its own rows, and none of its maker', async () => {
  const maker = scene.owner;
  const key = await made({ permissions: ['watch', 'control', 'screen'], phones: [scene.phone] }, maker.token);
  for (const token of [maker.token, key.key]) {
    const payload = { action: 'press', key: 'home' };
    const options = { token, workspace: scene.team, payload };
    await site.call('POST', `/api/devices/${scene.phone}/actions`, options);
  }
  const read = async (token: string) => {
    const { body } = await site.call('GET', '/api/activity', { token, workspace: scene.team });
    const rows = (body['rows'] as ActivityRow[]).filter(({ kind }) => kind === 'screen.used');
    return Object.fromEntries(rows.map(({ who, address }) => [who.kind, address]));
  };
  expect(await read(key.key)).toEqual({ key: '127.0.0.1', person: null });
  expect(await read(maker.token)).toEqual({ key: '127.0.0.1', person: '127.0.0.1' });
});
