// Recordings through the whole product: the API, a real agent, and a virtual phone.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type {
  ActionResult,
  RecordedEvent,
  Recording,
  RecordingChunk,
  ScreenReading,
} from '@pocketfleet/contract';
import { decodePacketHeader, readRecordedPackets } from '@pocketfleet/stream-protocol';
import { BufferSource, EncodedPacketSink, Input, MP4 } from 'mediabunny';
import { beforeEach, expect, test, vi } from 'vitest';
import { useRentedPhone } from '../../test/rented-phone.ts';
import { makeTestKey } from '../../test/test-keys.ts';
import { sql } from '../platform/database.ts';

const scene = useRentedPhone();
const patience = { timeout: 60_000, interval: 200 };
const secret = 'Copper-Kite-7é';
const app = 'com.android.signin';

type Whole = Recording & { chunks: RecordingChunk[]; code?: string };

async function call<Body>(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  payload?: object,
  token = scene.token,
) {
  const answer = await scene.fleet.site.call(method, `/api${path}`, { token, ...(payload && { payload }) });
  return { status: answer.status, body: answer.body as unknown as Body & { code?: string } };
}
const begin = (payload: object = {}, token?: string) =>
  call<Whole>('POST', `/devices/${scene.phone}/recordings`, payload, token);
const get = (id: string) => call<Whole>('GET', `/recordings/${id}`);
const act = (action: object, token?: string) =>
  call<ActionResult>('POST', `/devices/${scene.phone}/actions`, action, token);
const eventsOf = async (id: string): Promise<RecordedEvent[]> =>
  (await call<{ events: RecordedEvent[] }>('GET', `/recordings/${id}/events`)).body.events;

async function file(
  path: string,
): Promise<{ status: number; bytes: Uint8Array<ArrayBuffer>; type: string | null }> {
  const response = await fetch(`http://${scene.fleet.address}/api${path}`, {
    headers: { authorization: `Bearer ${scene.token}` },
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, bytes, type: response.headers.get('content-type') };
}

async function stopAndWait(id: string): Promise<Whole> {
  await call('POST', `/recordings/${id}/stop`);
  await vi.waitFor(async () => expect((await get(id)).body.state).toBe('ready'), patience);
  return (await get(id)).body;
}

async function waitForPicture(id: string): Promise<void> {
  const hasPicture = async () =>
    expect((await get(id)).body.chunks.some(({ has_key }) => has_key)).toBe(true);
  await vi.waitFor(hasPicture, patience);
}

beforeEach(async () => {
  const { deps } = scene.fleet.site.app;
  deps.config.operatorSecretsKeys = [Buffer.alloc(32, 7)];
  const running = await sql<{ id: string }>`select id from recordings where state = 'recording'`.execute(
    deps.db,
  );
  for (const { id } of running.rows) await call('DELETE', `/recordings/${id}`);
  await sql`delete from recording_settings`.execute(deps.db);
  await sql`delete from typed_secrets`.execute(deps.db);
  // From the key of another test, and then for the key of this one.
  await call('POST', `/devices/${scene.phone}/seat/take`);
  // A secret that stands on the screen would keep the picture out of the next recording.
  // Done, because an action that still runs when a recording begins is in it.
  const isHome = async () =>
    expect((await act({ action: 'press', key: 'home' })).body).toMatchObject({ done: true });
  await vi.waitFor(isHome, patience);
  await call('POST', `/devices/${scene.phone}/seat/give`);
  const isRead = async () =>
    expect((await call<ScreenReading>('GET', `/devices/${scene.phone}/screen`)).body).toMatchObject({
      problem: null,
    });
  await vi.waitFor(isRead, patience);
});

test('picture, actions and screens are stored sealed, and come back as video, JSON and MP4', async () => {
  const { status, body: started } = await begin({ name: 'Launch week' });
  expect(status, JSON.stringify(started)).toBe(200);
  expect(started).toMatchObject({
    name: 'Launch week',
    state: 'recording',
    cause: 'asked',
    may_delete: true,
  });
  expect((await begin()).body.code).toBe('already_done');
  const key = await makeTestKey(scene.fleet.site, scene.token, {
    name: 'Scout',
    permissions: ['control', 'screen'],
  });
  const opened = await act({ action: 'open_app', app: 'com.android.notes' }, key.key);
  expect(opened.body).toMatchObject({ done: true });
  const screen = await call<ScreenReading>('POST', `/devices/${scene.phone}/screen/wait`, {
    app: 'com.android.notes',
    idle: true,
  });
  const note = screen.body.nodes.find(({ role }) => role === 'field');
  const typed = await act({ action: 'type', ref: note?.ref, text: 'hello there', replace: true }, key.key);
  expect(typed.body).toMatchObject({ done: true });
  await waitForPicture(started.id);
  const done = await stopAndWait(started.id);
  expect(done).toMatchObject({ reason: 'stopped', bytes: expect.any(Number) });
  expect(done.duration_ms).toBeGreaterThan(1_000);

  const events = await eventsOf(done.id);
  const actions = events.filter((event) => event.type === 'action');
  expect(actions, JSON.stringify(events)).toMatchObject([
    {
      action: 'open_app',
      detail: 'com.android.notes',
      who: { kind: 'key', name: 'Scout' },
      by: 'call',
      done: true,
    },
    { action: 'type', length: 11, who: { name: 'Scout' }, is_secret: false },
  ]);
  const screens = events.filter((event) => event.type === 'screen');
  expect(screens.some(({ text }) => text.includes('hello there'))).toBe(true);

  const withKey = done.chunks.find(({ has_key }) => has_key);
  const video = await file(`/recordings/${done.id}/video?chunk=${withKey?.number}`);
  const kinds = readRecordedPackets(video.bytes).map(({ packet }) => decodePacketHeader(packet).kind);
  expect(kinds[0]).toBe('video_config');
  expect(kinds).toContain('video');
  const first = await file(`/recordings/${done.id}/video?chunk=${withKey?.number}&only=first_picture`);
  expect(readRecordedPackets(first.bytes).map(({ packet }) => decodePacketHeader(packet))).toMatchObject([
    { kind: 'video_config' },
    { kind: 'video', key: true },
  ]);
  expect(first.bytes.length).toBeLessThan(video.bytes.length);

  const mp4 = await file(`/recordings/${done.id}/export?format=mp4`);
  expect(mp4).toMatchObject({ status: 200, type: 'video/mp4' });
  const input = new Input({ formats: [MP4], source: new BufferSource(mp4.bytes.buffer) });
  const track = (await input.getPrimaryVideoTrack()) ?? expect.fail('no video');
  expect(track.codec).toBe('avc');
  expect((await new EncodedPacketSink(track).getFirstPacket())?.type).toBe('key');
  const json = JSON.parse(
    Buffer.from((await file(`/recordings/${done.id}/export?format=json`)).bytes).toString(),
  );
  expect(json.recording.name).toBe('Launch week');
  expect(json.events).toEqual(events);

  // Nothing of it can be read on the API's disk, and the host has nothing left.
  const dir = scene.fleet.site.app.deps.config.recordingsDir ?? '';
  const stored = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  expect(stored.length).toBeGreaterThan(1);
  for (const each of stored) {
    const bytes = readFileSync(`${each.parentPath}/${each.name}`);
    expect(bytes.includes('hello') || bytes.includes('com.android')).toBe(false);
  }
  const left = readdirSync(`${dir}/../agent/recordings`);
  expect(left).not.toContain(done.id);

  expect((await call('DELETE', `/recordings/${done.id}`)).status).toBe(200);
  expect((await get(done.id)).status).toBe(404);
  expect(existsSync(`${dir}/${done.id.slice(0, 2)}/${done.id}`)).toBe(false);
});

test('while a stored secret is typed neither picture nor screen is written: a marked gap', async () => {
  await call('POST', '/secrets', { name: 'Bank', value: secret, apps: [app] });
  const { body: started } = await begin();
  await act({ action: 'open_app', app });
  const form = await call<ScreenReading>('POST', `/devices/${scene.phone}/screen/wait`, { app, idle: true });
  const password = form.body.nodes.find(({ id }) => id === 'secret_field');
  const eye = form.body.nodes.find(({ id }) => id === 'eye');
  await waitForPicture(started.id);
  const typed = await act({ action: 'type', ref: password?.ref, secret: 'Bank', replace: true });
  expect(typed.body).toMatchObject({ done: true });
  const gapsOf = async () => (await eventsOf(started.id)).filter((event) => event.type === 'gap');
  await vi.waitFor(async () => expect(await gapsOf()).toHaveLength(1), patience);
  const [gap] = await gapsOf();
  expect(gap).toMatchObject({ why: 'secret', detail: 'Bank' });
  // Shown in the clear by a touch, it is withheld again.
  expect((await act({ action: 'tap', ref: eye?.ref })).body).toMatchObject({ done: true });
  const done = await stopAndWait(started.id);
  const events = await eventsOf(done.id);
  const gaps = events.filter((event) => event.type === 'gap');
  expect(gaps.length).toBeGreaterThan(1);
  expect(done.gaps).toBe(gaps.length);
  expect(JSON.stringify(events)).not.toContain(secret);
  expect(events).toContainEqual(
    expect.objectContaining({
      type: 'action',
      action: 'type',
      is_secret: true,
      detail: 'Bank',
      length: null,
    }),
  );
  for (const { number } of done.chunks) {
    const { bytes } = await file(`/recordings/${done.id}/video?chunk=${number}`);
    const times = readRecordedPackets(bytes).filter(
      ({ packet }) => decodePacketHeader(packet).kind === 'video',
    );
    for (const { at_ms, until_ms } of gaps)
      for (const { atMs } of times) expect(atMs > at_ms && atMs < until_ms).toBe(false);
  }
  // The video file names it, too.
  const mp4 = await file(`/recordings/${done.id}/export?format=mp4`);
  const input = new Input({ formats: [MP4], source: new BufferSource(mp4.bytes.buffer) });
  expect((await input.getMetadataTags()).comment).toContain('the secret Bank was typed');
  // After a gap video starts at a key picture.
  const after = gaps[0]?.until_ms ?? 0;
  const packets = (
    await Promise.all(done.chunks.map(({ number }) => file(`/recordings/${done.id}/video?chunk=${number}`)))
  ).flatMap(({ bytes }) => readRecordedPackets(bytes));
  const next = packets.find(
    ({ atMs, packet }) => atMs >= after && decodePacketHeader(packet).kind === 'video',
  );
  if (next !== undefined) expect(decodePacketHeader(next.packet).key).toBe(true);
});

test('a restarted host goes on with a marked gap, and sends what it had', async () => {
  const { body: started } = await begin();
  await waitForPicture(started.id);
  await scene.fleet.killAgent();
  await scene.fleet.startAgent();
  const hasGap = async () =>
    expect(await eventsOf(started.id)).toContainEqual(
      expect.objectContaining({ type: 'gap', why: 'host_restarted' }),
    );
  await vi.waitFor(hasGap, patience);
  const done = await stopAndWait(started.id);
  expect(done.chunks.length).toBeGreaterThan(1);
});

test('everybody who sees the phone is told that it is recorded, and by whom', async () => {
  const early = await scene.watchLive();
  const { body: started } = await begin();
  const told = (viewer: typeof early) => viewer.notices.filter(({ type }) => type === 'recording');
  await vi.waitFor(() => expect(told(early)).toEqual([{ type: 'recording', by: 'ada' }]), patience);
  const late = await scene.watch({ purpose: 'view' });
  await vi.waitFor(() => expect(told(late)).toEqual([{ type: 'recording', by: 'ada' }]), patience);
  await call('POST', `/recordings/${started.id}/stop`);
  await vi.waitFor(() => expect(told(early).at(-1)).toEqual({ type: 'recording', by: null }), patience);
});

test('a setting records every use, and ends when the use is over', async () => {
  expect((await call('PATCH', '/recording-settings', { phones: [scene.other] })).body.code).toBe(
    'device_not_assigned',
  );
  expect((await call('PATCH', '/recording-settings', { phones: [scene.phone] })).status).toBe(200);
  await act({ action: 'press', key: 'home' });
  const listed = async () =>
    (await call<{ recordings: Recording[] }>('GET', `/recordings?phone=${scene.phone}`)).body.recordings[0];
  await vi.waitFor(
    async () =>
      expect(await listed()).toMatchObject({
        cause: 'phone',
        state: 'recording',
        started_by: { kind: 'system' },
      }),
    patience,
  );
  await sql`delete from activity_sessions`.execute(scene.fleet.site.db);
  await vi.waitFor(async () => expect((await listed())?.reason).toBe('use_ended'), patience);
});

test('at the limit of bytes recording ends and says so, and use goes on', async () => {
  const { db } = scene.fleet.site;
  // Away from a form that may show a secret.
  await act({ action: 'press', key: 'home' });
  const { body: started } = await begin();
  const { workspace_id } = (
    await sql<{ workspace_id: string }>`select workspace_id from recordings where id = ${started.id}`.execute(
      db,
    )
  ).rows[0] ?? { workspace_id: '' };
  await sql`insert into recording_settings (workspace_id, max_bytes) values (${workspace_id}, 1)`.execute(db);
  await vi.waitFor(async () => expect((await get(started.id)).body.reason).toBe('quota_full'), patience);
  expect((await act({ action: 'press', key: 'home' })).body).toMatchObject({ done: true });
  expect((await begin()).body.code).toBe('limit_reached');
});

test('a recording ends with its rental', async () => {
  const { body: started } = await begin();
  await waitForPicture(started.id);
  await scene.endNow();
  await vi.waitFor(
    async () =>
      expect((await get(started.id)).body).toMatchObject({ state: 'ready', reason: 'rental_ended' }),
    patience,
  );
});

test('a server without storage or key records nothing, and says so', async () => {
  scene.fleet.site.app.deps.config.operatorSecretsKeys = [];
  expect(await begin()).toMatchObject({ status: 503, body: { code: 'unavailable' } });
});
