// Uploads of recordings, without a host: chunks are sealed as an agent seals them.
import { createCipheriv, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import type { RecordedEvent, Recording, RecordingSettings } from '@pocketfleet/contract';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { createTestHost, reportTestDevice } from '../../test/test-devices.ts';
import { askTestQuestion } from '../../test/test-questions.ts';
import { useTeamWithKeys } from '../../test/use-team-with-keys.ts';
import { moveDevice } from '../devices/device-moves.ts';
import { inTransaction, sql } from '../platform/database.ts';
import { keyOf } from './recording-keys.ts';
import { selectDue } from './recording-sweep.sql.ts';
import { selectRecording } from './recordings.sql.ts';
import { createUploadToken } from './upload-token.ts';

const dir = mkdtempSync(join(tmpdir(), 'pf-uploads-'));
const { scene, site, made } = useTeamWithKeys({ leads: false }, { RECORDINGS_DIR: dir });

afterAll(() => rmSync(dir, { recursive: true, force: true }));
beforeEach(async () => {
  site.app.deps.config.operatorSecretsKeys = [Buffer.alloc(32, 7)];
  await sql`update hosts set agent_version = '1.7.0'`.execute(site.db);
});

const mark = (at_ms: number): RecordedEvent => ({
  type: 'gap',
  at_ms,
  until_ms: at_ms,
  why: 'phone_away',
  detail: '',
});

async function call<Body>(
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  payload?: object,
  token = scene.owner.token,
) {
  const answer = await site.call(method, `/api${path}`, {
    token,
    workspace: scene.team,
    ...(payload && { payload }),
  });
  return answer.body as unknown as Body & { code?: string };
}
const get = (id: string) => call<Recording>('GET', `/recordings/${id}`);

async function begin(token?: string) {
  const { id } = await call<Recording>('POST', `/devices/${scene.phone}/recordings`, {}, token);
  const row = await selectRecording(site.db, id);
  if (row === undefined) throw new Error('nothing is recorded');
  const key = keyOf(site.app.deps, row);
  const send = (path: string, payload: Buffer | object) =>
    site.app.agents.inject({
      method: 'POST',
      url: `/agent/recordings/${id}/${path}`,
      headers: {
        authorization: `Bearer ${createUploadToken(key, id)}`,
        'content-type': Buffer.isBuffer(payload) ? 'application/octet-stream' : 'application/json',
      },
      payload,
    });
  const seal = (number: number, part: string, plain: Buffer): Buffer => {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(`${id}:${number}:${part}`));
    return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  };
  return {
    id,
    chunk: async (number: number, events: RecordedEvent[]) => {
      const sealed = seal(number, 'events', deflateRawSync(JSON.stringify(events)));
      const length = Buffer.alloc(4);
      length.writeUInt32BE(sealed.length);
      const body = Buffer.concat([length, sealed, seal(number, 'video', Buffer.alloc(0))]);
      return { status: (await send(`chunks/${number}`, body)).statusCode, bytes: body.length };
    },
    end: async (chunks: number, reason = 'stopped') => (await send('end', { chunks, reason })).statusCode,
  };
}

/** A key uses the phone, as a program that reads its screen. */
async function use(credentialId: string): Promise<void> {
  await sql`select begin_activity_session(${scene.team}::uuid, 'screen.used', ${scene.phone}::uuid, ${credentialId}::uuid,
    ${credentialId}::uuid, '{}'::jsonb, activity_actor())`.execute(site.db);
}
const longAgo = (id: string) =>
  sql`update recordings set started_at = started_at - interval '90 seconds' where id = ${id}`.execute(
    site.db,
  );
const due = async () => (await selectDue(site.db)).filter(({ device_id }) => device_id === scene.phone);

test('a chunk that is stored under a number is never replaced, and counts once', async () => {
  const recording = await begin();
  const { status, bytes } = await recording.chunk(0, [mark(5)]);
  expect(status).toBe(200);
  expect((await recording.chunk(0, [mark(7), mark(9)])).status).toBe(200);
  expect(await get(recording.id)).toMatchObject({ bytes, gaps: 1, duration_ms: 5 });
  const { events } = await call<{ events: RecordedEvent[] }>('GET', `/recordings/${recording.id}/events`);
  expect(events).toEqual([mark(5)]);
});

test('a chunk that arrives while its recording is erased leaves nothing', async () => {
  const recording = await begin();
  const files = () =>
    readdirSync(dir, { recursive: true }).filter((name) => String(name).includes(recording.id));
  let sending: Promise<unknown> = Promise.resolve();
  await inTransaction(site.db, async (tx) => {
    await sql`update recordings set state = 'uploading', reason = 'stopped', ended_at = app_now(), erased_at = app_now()
      where id = ${recording.id}`.execute(tx);
    sending = recording.chunk(0, [mark(5)]);
    await vi.waitFor(() => expect(files().length).toBeGreaterThan(1));
  });
  await sending;
  expect(files()).toEqual([]);
});

test('a host can’t write questions, changes of control or files into a recording', async () => {
  const recording = await begin();
  const who = { kind: 'person', id: crypto.randomUUID(), name: 'Nora' } as const;
  const forged: RecordedEvent[] = [
    {
      type: 'question',
      at_ms: 1,
      who,
      state: 'answered',
      asked_before_ms: 0,
      until_ms: 2,
      answered_by: 'Nora',
    },
    { type: 'control', at_ms: 1, who, change: 'taken', from: 'Scout' },
    { type: 'file', at_ms: 1, who, action: 'pulled', name: 'contacts.db' },
  ];
  for (const [number, event] of forged.entries())
    expect([event.type, (await recording.chunk(number, [event])).status]).toEqual([event.type, 400]);
  expect((await recording.chunk(0, [mark(1)])).status).toBe(200);
});

test('strangers are refused before their bytes are read, and their connection is closed', async () => {
  const { id } = await begin();
  await site.app.agents.listen({ host: '127.0.0.1', port: 0 });
  const { port } = site.app.agents.server.address() as { port: number };
  /** Says that so many bytes follow, and never sends them all. */
  const answerTo = (length: number) =>
    new Promise<string>((resolve) => {
      let text = '';
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(
          `POST /agent/recordings/${id}/chunks/0 HTTP/1.1\r\nHost: x\r\nContent-Type: application/octet-stream\r\n` +
            `Authorization: Bearer ${'x'.repeat(43)}\r\nContent-Length: ${length}\r\n\r\nfirst`,
        ),
      );
      socket.on('data', (data) => {
        text += data.toString();
      });
      socket.on('error', () => undefined);
      socket.once('close', () => resolve(text));
    });
  const answer = await answerTo(1_000_000);
  expect(answer).toMatch(/^HTTP\/1\.1 410/);
  // More than a chunk may have: nobody's token is looked up for it.
  expect(await answerTo(13 * 1024 * 1024)).toMatch(/^HTTP\/1\.1 413/);
  // The limit for all bodies would have said this, much later.
  expect(answer).not.toContain('HTTP/1.1 408');
}, 90_000);

test('a recording shows when a program asked, who answered, and who took the phone from whom', async () => {
  const scout = await made({ name: 'Scout', permissions: ['watch', 'control', 'screen'] });
  const recording = await begin();
  const seat = (what: string, token?: string) =>
    call('POST', `/devices/${scene.phone}/seat/${what}`, undefined, token);
  await seat('take', scout.key);
  const { id } = await askTestQuestion(site, scout.key, scene.phone, { choices: ['Seven'] });
  const listed = async () =>
    (await call<{ events: RecordedEvent[] }>('GET', `/recordings/${recording.id}/events`)).events;
  const who = { kind: 'key', id: scout.id, name: 'Scout' };
  expect(await listed()).toMatchObject([
    { type: 'question', who, state: 'open', until_ms: null, answered_by: '' },
  ]);
  await seat('take');
  await call('POST', `/questions/${id}/answer`, { choice: 'Seven' });
  await seat('give');
  await seat('give');
  const person = expect.objectContaining({ kind: 'person' });
  const events = await listed();
  expect(events).toMatchObject([
    { type: 'question', who, state: 'answered', until_ms: expect.any(Number), asked_before_ms: 0 },
    { type: 'control', who: person, change: 'taken', from: 'Scout' },
    { type: 'control', who: person, change: 'given_back', from: '' },
  ]);
  const [question] = events;
  expect(question?.type === 'question' && question.answered_by).toMatch(/\w/);
  // Questions from before this recording are not in the next one.
  await call('POST', `/recordings/${recording.id}/stop`);
  const next = await begin();
  expect((await call<{ events: RecordedEvent[] }>('GET', `/recordings/${next.id}/events`)).events).toEqual(
    [],
  );
});

test('a question from before a recording says how long it had waited by then', async () => {
  const scout = await made({ name: 'Scout', permissions: ['watch', 'control', 'screen'] });
  await askTestQuestion(site, scout.key, scene.phone, { choices: ['Seven'] });
  const recording = await begin();
  await recording.chunk(0, [mark(0)]);
  const { events } = await call<{ events: RecordedEvent[] }>('GET', `/recordings/${recording.id}/events`);
  const { rows } = await call<{ rows: { at: string }[] }>('GET', '/activity?kind=question.asked');
  const { started_at } = await get(recording.id);
  const asked_before_ms = Date.parse(started_at) - Date.parse(rows[0]?.at ?? '');
  expect(asked_before_ms).toBeGreaterThan(0);
  expect(events).toContainEqual(expect.objectContaining({ type: 'question', at_ms: 0, asked_before_ms }));
});

test('a phone that its person had left is not told as taken from them', async () => {
  const scout = await made({ name: 'Scout', permissions: ['watch', 'control', 'screen'] });
  const recording = await begin();
  const take = (token?: string) => call('POST', `/devices/${scene.phone}/seat/take`, undefined, token);
  await take();
  await sql`update device_seats set used_at = used_at - interval '31 seconds' where device_id = ${scene.phone}`.execute(
    site.db,
  );
  await take(scout.key);
  await take();
  const { events } = await call<{ events: RecordedEvent[] }>('GET', `/recordings/${recording.id}/events`);
  expect(events).toMatchObject([{ type: 'control', who: { kind: 'person' }, from: 'Scout' }]);
});

test('a recording is complete with each of its pieces, takes none afterwards, and else is called incomplete', async () => {
  const whole = await begin();
  for (const number of [0, 1]) expect((await whole.chunk(number, [mark(number)])).status).toBe(200);
  await longAgo(whole.id);
  expect(await whole.end(2)).toBe(200);
  const done = await get(whole.id);
  expect(done).toMatchObject({ state: 'ready', reason: 'stopped' });
  expect(done.duration_ms).toBeGreaterThanOrEqual(90_000);
  expect((await whole.chunk(2, [mark(2)])).status).toBe(410);
  expect(await whole.end(2)).toBe(200);
  const holed = await begin();
  for (const number of [0, 2]) expect((await holed.chunk(number, [mark(number)])).status).toBe(200);
  await longAgo(holed.id);
  expect(await holed.end(3)).toBe(200);
  expect(await get(holed.id)).toMatchObject({ state: 'ended', reason: 'stopped', duration_ms: 2 });
});

test('a host that goes on far above the limit of its workspace is refused', async () => {
  const recording = await begin();
  await sql`update recordings set bytes = 10_300_000_000 where id = ${recording.id}`.execute(site.db);
  expect((await recording.chunk(0, [mark(0)])).status).toBe(413);
});

test('the recording of a phone that moves to another host ends', async () => {
  const { id } = await begin();
  const other = await createTestHost(site.db, 'rack-2');
  const { tag } = (
    await sql<{ tag: string }>`select tag from devices where id = ${scene.phone}`.execute(site.db)
  ).rows[0] ?? { tag: '' };
  await reportTestDevice(site.db, other, tag);
  await inTransaction(site.db, (tx) => moveDevice(tx, scene.phone, other));
  await vi.waitFor(async () => expect((await get(id)).reason).toBe('phone_moved'), { timeout: 30_000 });
});

test('a setting does not begin again at once what was stopped or has failed', async () => {
  const key = await made({ permissions: ['watch', 'screen'] });
  await use(key.id);
  await call('PATCH', '/recording-settings', { phones: [scene.phone] });
  expect(await due()).toMatchObject([{ cause: 'phone' }]);
  const full = await begin();
  expect(await due()).toEqual([]);
  await full.end(0, 'disk_full');
  expect(await due()).toEqual([]);
  await sql`update recordings set ended_at = ended_at - interval '11 minutes' where id = ${full.id}`.execute(
    site.db,
  );
  expect(await due()).toHaveLength(1);
  const { id } = await begin();
  await call('POST', `/recordings/${id}/stop`);
  expect(await due()).toEqual([]);
  await call('PATCH', '/recording-settings', { phones: [scene.phone] });
  expect(await due()).toHaveLength(1);
});

test('a key is recorded and has its recordings under its next id, too', async () => {
  const old = await made({ permissions: ['watch', 'screen', 'record'], phones: 'all' });
  await call('PATCH', '/recording-settings', { keys: [old.id] });
  const { id } = await begin(old.key);
  await call('POST', `/recordings/${id}/stop`);
  await sql`update recordings set started_at = started_at - interval '1 hour', ended_at = started_at where id = ${id}`.execute(
    site.db,
  );
  const next = await call<{ id: string; key: string }>('POST', `/keys/${old.id}/rotate`);
  await use(next.id);
  expect(await due()).toMatchObject([{ cause: 'key' }]);
  expect((await call<RecordingSettings>('GET', '/recording-settings')).keys).toEqual([next.id]);
  expect(await call<Recording>('GET', `/recordings/${id}`, undefined, next.key)).toMatchObject({
    may_delete: true,
  });
});
