import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HostRecordings } from './host-recordings.ts';
import { RecordingDisk } from './recording-disk.ts';

let dir: string;

beforeEach(() => {
  // Recordings count on this clock.
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
  dir = mkdtempSync(join(tmpdir(), 'pf-host-recordings-'));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  rmSync(dir, { recursive: true, force: true });
});

test('the times of a recording count from when its message came, however long the disk took then', async () => {
  const busy = vi.spyOn(RecordingDisk.prototype, 'waitingBytes').mockImplementation(async () => {
    vi.advanceTimersByTime(5_000);
    return 0;
  });
  const recordings = new HostRecordings({
    dataDir: dir,
    maxBytes: 1e6,
    bytesPerSecond: 1e6,
    url: 'http://127.0.0.1:1',
    isLineBusy: () => false,
    // The phone is away, which the recording says as it ends.
    runnerOf: () => undefined,
    log: pino({ level: 'silent' }),
  });
  const key = randomBytes(32).toString('base64');
  const id = randomUUID();
  recordings.begin({
    type: 'start_recording',
    recording_id: id,
    device_id: randomUUID(),
    tenant_user: null,
    memory_keys: [key],
    key,
    upload_token: 'token',
    elapsed_ms: 1_000,
    next_chunk: 0,
    max_bytes: 1e6,
    ends_in_ms: null,
  });
  await vi.waitFor(() => expect(busy).toHaveBeenCalled());
  // Until the recorder has begun.
  await vi.waitFor(async () => {
    vi.advanceTimersByTime(1_000);
    await recordings.end();
    const { fromMs } = await new RecordingDisk(join(dir, 'recordings'), 1e6).readNext(id);
    expect(fromMs).toBeGreaterThanOrEqual(7_000);
  });
});
