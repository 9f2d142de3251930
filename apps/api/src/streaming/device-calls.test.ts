// Responses of the device calls of the contract (spec sections 3 and 7), without a phone.
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestUser, testPassword } from '../../test/test-app.ts';
import { createTestDevice, createTestHost } from '../../test/test-devices.ts';
import { useTestApp } from '../../test/use-test-app.ts';
import { assignDevice } from '../assignments/assignments.ts';
import { sql } from '../platform/database.ts';

const nothing = {
  supportsVideo: false,
  supportsAudio: false,
  supportsShell: false,
  maxResolution: 'none',
  supportedFormats: [],
};
const site = useTestApp();
let tenant: string;
let stranger: string;
let host: string;
let device: string;

beforeAll(async () => {
  const user = await createTestUser(site.db, 'ada');
  await createTestUser(site.db, 'bob');
  tenant = await site.signIn('ada', testPassword);
  stranger = await site.signIn('bob', testPassword);
  host = await createTestHost(site.db);
  device = await createTestDevice(site.db, host, 'PF-001');
  await assignDevice(site.app.deps, {
    device_id: device,
    user_id: user,
    order_id: null,
    starts_at: new Date(site.app.deps.clock.nowMs() - 3_600_000).toISOString(),
    expires_at: new Date(site.app.deps.clock.nowMs() + 3_600_000).toISOString(),
  });
  await site.runJobs();
});
beforeEach(async () => {
  await sql`update hosts set link_beat_at = app_now()`.execute(site.db);
});

const get = (what: string, token = tenant) => site.call('GET', what, { token });
const post = (what: string, payload: object, token = tenant) =>
  site.call('POST', `/api/devices/${device}/stream/${what}`, { token, payload });

test('a phone is listed with every field of the spec', async () => {
  const { body } = await get('/api/phones');
  expect((body as unknown as object[])[0]).toMatchObject({
    id: device,
    phone_id: device,
    tag: 'PF-001',
    model: expect.any(String),
    device_serial: expect.any(String),
    user_id: expect.any(String),
    connection_state: 'online',
    battery_state: 80,
    streaming_url: `http://localhost:4000/frame/${device}`,
    shell_url: `ws://localhost:4000/ws/devices/${device}/shell`,
    tunnel_url: null,
    computer: { ip: expect.any(String) },
    computer_id: host,
    computer_name: expect.any(String),
    stream_mappings: [{ expires_at: expect.stringMatching(/^20.*Z$/) }],
  });
});

test('the stream addresses of a phone contain its stream, shell and host', async () => {
  const { status, body } = await get(`/api/phones/${device}/streaming-url`);
  expect(status).toBe(200);
  expect(body).toEqual({
    phone_id: device,
    device_serial: expect.any(String),
    streaming_url: `http://localhost:4000/frame/${device}`,
    shell_url: `ws://localhost:4000/ws/devices/${device}/shell`,
    tunnel_url: null,
    computer_id: host,
    computer_name: expect.any(String),
  });
});

test('starting a stream returns the socket’s URL and the session that the browser proposed', async () => {
  const session_id = randomUUID();
  const started = await post('start', { session_id });
  expect(started.body).toMatchObject({
    success: true,
    stream_url: `ws://localhost:4000/ws/devices/${device}/stream`,
    session_id,
  });
  expect((await post('start', { purpose: 'shell' })).body).toMatchObject({
    stream_url: `ws://localhost:4000/ws/devices/${device}/shell`,
  });
  expect((await post('stop', { session_id })).status).toBe(200);
});

test('a stop without a session is refused', async () => {
  expect((await post('stop', {})).status).toBe(400);
});

test('a phone without viewers is inactive, and so is another customer’s phone', async () => {
  expect((await get(`/api/devices/${device}/stream/status`)).body).toEqual({ isActive: false });
  const asked = await get(`/api/devices/${device}/stream/status`, stranger);
  expect(asked).toMatchObject({ status: 200, body: { isActive: false } });
});

test('an online phone has its capabilities', async () => {
  await sql`update devices set screen_width = 1080, screen_height = 2400 where id = ${device}`.execute(
    site.db,
  );
  const known = await get(`/api/devices/${device}/capabilities`);
  expect(known.body).toEqual({
    supportsVideo: true,
    supportsAudio: true,
    supportsShell: true,
    maxResolution: '1080x2400',
    supportedFormats: ['websocket'],
  });
  await sql`update devices set screen_width = null, screen_height = null where id = ${device}`.execute(
    site.db,
  );
  expect((await get(`/api/devices/${device}/capabilities`)).body).toMatchObject({ maxResolution: '1080p' });
});

test('another customer’s phone and an offline one have no capabilities', async () => {
  expect((await get(`/api/devices/${device}/capabilities`, stranger)).body).toEqual(nothing);
  await sql`update hosts set link_beat_at = app_now() - interval '9 seconds'`.execute(site.db);
  expect((await get(`/api/devices/${device}/capabilities`)).body).toEqual(nothing);
});

test('nobody gets the address or a ticket of somebody else’s phone', async () => {
  const refusals = [
    await get(`/api/phones/${device}/streaming-url`, stranger),
    await post('start', {}, stranger),
  ];
  for (const refusal of refusals) {
    expect(refusal).toMatchObject({ status: 403, body: { code: 'device_not_assigned' } });
  }
});
