// Exports are made while they are read: of a recording of hours only the chunk that is being sent is read, in both formats.
import { createCipheriv, randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import type { HostEvent } from '@pocketfleet/contract';
import { codecs, encodePacket, encodeRecordedHead, encodeVideoConfig } from '@pocketfleet/stream-protocol';
import { beforeEach, expect, test } from 'vitest';
import { insertTestRecording } from '../../test/test-recordings.ts';
import { useTeamWithKeys } from '../../test/use-team-with-keys.ts';
import { sql } from '../platform/database.ts';
import { readFileStream } from '../platform/file-stream.ts';
import type { Principal } from '../platform/principal.ts';
import { encodePlainPicture } from './plain-picture.ts';
import { exportRecording } from './recording-contents.ts';
import { createRecordingKey } from './recording-keys.ts';
import type { RecordingStore } from './recording-store.ts';
import { insertChunk } from './recordings.sql.ts';
import { maxOfCustomer, RunningExports } from './running-exports.ts';

const { scene, site } = useTeamWithKeys({ leads: false });
const chunks = 60;
const screens = 5;
const screenLength = 20_000;
const pictureBytes = 100_000;
const size = { width: 480, height: 1_072 };
const config = { operatorSecretsKeys: [Buffer.alloc(32, 7)] };
let id: string;
let key: Buffer;
let exports: RunningExports;
/** Chunks that were read until now. */
let read: number;

const seal = (number: number, part: string, plain: Buffer): Buffer => {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(`${id}:${number}:${part}`));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
};

function eventsOf(number: number): HostEvent[] {
  const display = { width: 1_080, height: 2_400 };
  const text = 'x'.repeat(screenLength);
  return Array.from({ length: screens }, (_, n) => ({
    type: 'screen',
    at_ms: number * 10_000 + n,
    app: 'com.example',
    display,
    text,
  }));
}

function videoOf(number: number): Buffer {
  const plain = Buffer.from(encodePlainPicture(size));
  const picture = plain.indexOf(Buffer.from([0, 0, 0, 1, 0x65]));
  const parameterSets = plain.subarray(0, picture);
  const payload = Buffer.concat([plain.subarray(picture, picture + 5), Buffer.alloc(pictureBytes, 0xab)]);
  const packets = [
    encodePacket({
      kind: 'video_config',
      key: false,
      ptsUs: 0n,
      sequence: 0,
      payload: encodeVideoConfig({ codec: codecs.h264, ...size, parameterSets }),
    }),
    encodePacket({ kind: 'video', key: true, ptsUs: 0n, sequence: 1, payload }),
  ];
  return Buffer.concat(
    packets.flatMap((packet) => [encodeRecordedHead(packet.length, number * 10_000), packet]),
  );
}

/** A store that makes each piece when the piece is read, so that the test holds no recording in memory. */
const store: RecordingStore = {
  put: () => Promise.reject(new Error('nothing is stored')),
  delete: () => Promise.resolve(),
  get: async ({ number, part }) => {
    read = Math.max(read, number + 1);
    return part === 'video'
      ? seal(number, part, videoOf(number))
      : seal(number, part, deflateRawSync(JSON.stringify(eventsOf(number))));
  },
};

beforeEach(async () => {
  const rental = await sql<{
    id: string;
  }>`select id from assignments where device_id = ${scene.phone}`.execute(site.db);
  const of = { workspace_id: scene.team, device_id: scene.phone, user_id: scene.owner.id };
  id = await insertTestRecording(site.db, { ...of, assignment_id: rental.rows[0]?.id ?? '' });
  const made = createRecordingKey({ config }, id);
  key = made.key;
  await sql`update recordings set key = ${made.sealed} where id = ${id}`.execute(site.db);
  for (let number = 0; number < chunks; number += 1)
    await insertChunk(site.db, id, {
      number,
      from_ms: number * 10_000,
      to_ms: number * 10_000 + screens,
      bytes: pictureBytes,
      has_key: true,
      gaps: 0,
    });
  read = 0;
  exports = new RunningExports();
});

const open = (format: 'mp4' | 'json') =>
  exportRecording(
    { db: site.db, clock: site.app.deps.clock, links: {} as never, store, config, exports },
    {
      kind: 'person',
      credential_id: scene.owner.id,
      name: 'ada',
      address: '127.0.0.1',
      user_id: scene.owner.id,
      workspace_id: scene.team,
      role: 'owner',
      phones: 'all',
      permissions: new Set(['record']),
      lacks_second_factor: false,
    } satisfies Principal,
    { id, format },
  );

test.each([
  ['json', screens * screenLength],
  ['mp4', pictureBytes],
] as const)(
  'as %s, no more than a few chunks are held, and nothing is read ahead of a slow reader',
  async (format, bytes) => {
    const stream = readFileStream(await open(format));
    const pieces = stream[Symbol.asyncIterator]();
    await pieces.next();
    const early = read;
    // A reader that takes nothing: the time is for what would be read ahead.
    for (let turn = 0; turn < 200; turn += 1) await new Promise((done) => setImmediate(done));
    expect(read).toBeLessThanOrEqual(early + 2);
    expect(read).toBeLessThan(6);
    let given = 0;
    let most = 0;
    for (let piece = await pieces.next(); piece.done !== true; piece = await pieces.next()) {
      given += (piece.value as Uint8Array).length;
      most = Math.max(most, read * bytes - given);
    }
    expect(read).toBe(chunks);
    expect(given).toBeGreaterThan(chunks * bytes * 0.95);
    expect(most).toBeLessThan(6 * bytes);
  },
);

test('a customer has a few exports at once, and the next one when one was read or left', async () => {
  const [left, ...others] = await Promise.all(
    Array.from({ length: maxOfCustomer }, async () => readFileStream(await open('json'))),
  );
  const refused = { code: 'too_many_requests', retryAfterS: 30 };
  await expect(open('json')).rejects.toMatchObject(refused);
  // Nothing of it was read yet.
  left?.destroy();
  await expect.poll(() => open('json').then(readFileStream, () => undefined)).toBeDefined();
  await expect(open('mp4')).rejects.toMatchObject(refused);
  for (const other of others) for await (const _ of other);
  expect(await open('mp4')).toBeDefined();
});
