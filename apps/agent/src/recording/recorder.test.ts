import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Recorder } from './recorder.ts';
import { RecordingDisk } from './recording-disk.ts';

const key = randomBytes(32).toString('base64');

// Recordings count on this clock.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

/** A recording of a phone that is away, with the ends of its chunks. */
function record(realDisk?: RecordingDisk) {
  const ends: number[] = [];
  const ended: string[] = [];
  const disk = realDisk ?? {
    addChunk: async (_id: string, _number: number, _pieces: readonly Buffer[], untilMs: number) =>
      void ends.push(untilMs),
    end: async () => undefined,
  };
  const asked = {
    type: 'start_recording',
    recording_id: randomUUID(),
    device_id: randomUUID(),
    tenant_user: null,
    memory_keys: [key],
    key,
    upload_token: 'token',
    elapsed_ms: 0,
    next_chunk: 0,
    max_bytes: 1e9,
    ends_in_ms: null,
  } as const;
  const recorder = new Recorder(
    { ...asked, memory_keys: [key] },
    { number: 0, fromMs: 0 },
    {
      disk: disk as unknown as RecordingDisk,
      dataDir: '',
      runnerOf: () => undefined,
      onChunk: () => undefined,
      onEnded: (reason) => void ended.push(reason),
      log: pino({ level: 'silent' }),
    },
  );
  recorder.start();
  const press = () =>
    recorder.onAction({
      action: { action: 'press', key: 'home' },
      who: null,
      target: undefined,
      secretName: undefined,
    })({
      done: true,
      why: null,
    } as Parameters<ReturnType<Recorder['onAction']>>[0]);
  return { id: asked.recording_id, recorder, ends, ended, press };
}

test('ends at its limit of bytes, which is told anew while it goes on', async () => {
  const { recorder, ends, ended, press } = record();
  const storeOne = async () => {
    const before = ends.length;
    press();
    await vi.waitFor(() => {
      vi.advanceTimersByTime(500);
      expect(ends.length).toBeGreaterThan(before);
    });
  };
  recorder.moveLimit(0);
  recorder.moveLimit(1e6);
  await storeOne();
  expect(ended).toEqual([]);
  // Others have taken the room: the next chunk is the last.
  recorder.moveLimit(10);
  await storeOne();
  await vi.waitFor(() => expect(ended).toEqual(['quota_full']));
});

test('ends at once where what waits is more than its room', async () => {
  const { recorder, ended, press } = record();
  press();
  recorder.moveLimit(-1);
  await vi.waitFor(() => expect(ended).toEqual(['quota_full']));
});

test('recordings that begin together write their chunks at different moments, ten seconds apart', async () => {
  const all = Array.from({ length: 30 }, record);
  for (let ms = 0; ms < 40_000; ms += 500) {
    for (const { press } of all) press();
    vi.advanceTimersByTime(500);
  }
  await Promise.all(all.map(({ recorder }) => recorder.end(undefined)));
  expect(new Set(all.map(({ ends }) => ends[0])).size).toBeGreaterThan(5);
  for (const { ends } of all) {
    const lengths = ends.slice(1, -1).map((end, at) => end - (ends[at] ?? 0));
    expect(new Set(lengths)).toEqual(new Set([10_000]));
  }
});

test('a recording ends when its disk is full, keeps what was written, and says why', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'pf-recorder-'));
  // Room for the first chunks alone.
  const disk = new RecordingDisk(dir, 1_500);
  const { id, ended, press } = record(disk);
  await disk.begin(id, 'token');
  await vi.waitFor(
    () => {
      press();
      vi.advanceTimersByTime(500);
      expect(ended).toEqual(['disk_full']);
    },
    { timeout: 30_000, interval: 5 },
  );
  const kept = await disk.listChunks(id);
  expect(kept.length).toBeGreaterThan(0);
  expect(await readFile(join(dir, id, 'end.json'), 'utf8')).toContain('"reason":"disk_full"');
  // It is over: nothing more is tried.
  press();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await disk.listChunks(id)).toEqual(kept);
  rmSync(dir, { recursive: true });
});
