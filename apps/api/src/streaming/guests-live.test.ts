// Guests on a real phone: who sees it, how a changed right ends what is open, and what the activity says of all this.
import { type ActivityRow, closeCodes, type ViewerOfPhone } from '@pocketfleet/contract';
import { expect, test, vi } from 'vitest';
import { useRentedPhone } from '../../test/rented-phone.ts';
import { openSocket, ticketFor } from '../../test/test-viewer.ts';
import { sweepActivity } from '../access/activity.jobs.ts';

const patience = { timeout: 60_000, interval: 50 };
const scene = useRentedPhone();
const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) =>
  scene.fleet.site.call(method, path, { token: scene.token, ...(payload && { payload }) });
const viewers = async () =>
  (await call('GET', `/api/devices/${scene.phone}/viewers`)).body['viewers'] as ViewerOfPhone[];
const activity = async (kind: string) =>
  (await call('GET', `/api/activity?kind=${kind}`)).body['rows'] as ActivityRow[];

test('a guest is listed with what they may do, and a changed right closes what they have open', async () => {
  const { site, address } = scene.fleet;
  const made = await call('POST', '/api/share-links', { permission: 'watch', phones: [scene.phone] });
  const token = String(made.body['url']).split('/s/')[1];
  const joined = await site.call('POST', '/api/share-links/join', { payload: { token, name: 'Dana' } });
  const guest = String(joined.body['access_token']);
  await scene.watchLive();
  const watching = openSocket(
    address,
    scene.phone,
    await ticketFor(site, guest, scene.phone, { purpose: 'view' }),
  );
  await vi.waitFor(async () => expect(await viewers()).toHaveLength(2), patience);
  const listed = await viewers();
  expect(listed).toMatchObject([
    { kind: 'guest', name: 'Dana', is_you: false, guest: { link_id: made.body['id'], permission: 'watch' } },
    { kind: 'person', is_you: true, guest: null },
  ]);

  const path = `/api/share-links/${made.body['id']}/guests/${listed[0]?.guest?.id}`;
  expect((await call('PATCH', path, { permission: 'control' })).status).toBe(200);
  expect(await watching.closed).toBe(closeCodes.rights_changed.code);
  expect(closeCodes.rights_changed).toMatchObject({ code: 4407, reconnect: true });

  const ticket = await ticketFor(site, guest, scene.phone, { purpose: 'control' });
  const controlling = openSocket(address, scene.phone, ticket);
  await vi.waitFor(async () => expect((await viewers())[0]?.guest?.permission).toBe('control'), patience);
  await call('DELETE', path);
  expect(await controlling.closed).toBe(closeCodes.session_ended.code);
  await vi.waitFor(async () => expect(await viewers()).toHaveLength(1), patience);

  await vi.waitFor(
    async () => expect(await activity('phone.watched,phone.opened')).toHaveLength(3),
    patience,
  );
  await site.advance('30 seconds');
  await sweepActivity(site.app.deps);
  const rows = await activity('phone.watched,phone.opened');
  expect(rows.filter(({ who }) => who.kind === 'guest')).toMatchObject([
    { kind: 'phone.opened', details: { length_s: expect.any(Number) } },
    { kind: 'phone.watched', details: { length_s: expect.any(Number) } },
  ]);
  // The owner still watches.
  expect(rows.find(({ who }) => who.kind === 'person')?.details).toEqual({});
});
