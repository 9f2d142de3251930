// The recordings of this host's phones: begins and ends them as the control plane says, and sends them. After a
// restart of the agent the control plane names the recordings again that go on.
import { join } from 'node:path';
import type { ControlPlaneMessage } from '@pocketfleet/contract';
import type { Logger } from 'pino';
import type { DeviceRunner } from '../device-runner.ts';
import { Recorder, type StartRecording } from './recorder.ts';
import { RecordingDisk } from './recording-disk.ts';
import { Uploader } from './uploader.ts';

const maxRecordings = 500;

export interface HostRecordingsOptions {
  readonly dataDir: string;
  readonly maxBytes: number;
  readonly bytesPerSecond: number;
  /** The API, "https://agents.example.com". */
  readonly url: string;
  readonly isLineBusy: () => boolean;
  readonly runnerOf: (deviceId: string) => DeviceRunner | undefined;
  readonly log: Logger;
}

export class HostRecordings {
  readonly #options: HostRecordingsOptions;
  readonly #disk: RecordingDisk;
  readonly #uploader: Uploader;
  readonly #running = new Map<string, Recorder | 'starting'>();

  constructor(options: HostRecordingsOptions) {
    this.#options = options;
    this.#disk = new RecordingDisk(join(options.dataDir, 'recordings'), options.maxBytes);
    this.#uploader = new Uploader({
      ...options,
      disk: this.#disk,
      onStop: (id) => this.stop({ recording_id: id, wipe: false }),
    });
  }

  start(): void {
    this.#uploader.start();
  }

  begin(message: StartRecording): void {
    const { recording_id: id } = message;
    const known = this.#running.get(id);
    if (known instanceof Recorder) this.#renew(known, message);
    if (known !== undefined || this.#running.size >= maxRecordings) return;
    this.#running.set(id, 'starting');
    this.#begin(message, performance.now()).catch((error: unknown) => {
      this.#running.delete(id);
      this.#options.log.warn({ err: error, recording_id: id }, 'a recording could not begin');
    });
  }

  stop({
    recording_id: id,
    wipe,
  }: Pick<Extract<ControlPlaneMessage, { type: 'stop_recording' }>, 'recording_id' | 'wipe'>): void {
    const recorder = this.#running.get(id);
    if (recorder === 'starting') {
      // `#begin` sees it, and ends what it has begun. Where it was erased, the answer to the end has that removed.
      this.#running.delete(id);
      return;
    }
    // It leaves `#running` once its end is stored: another message to stop must not end it with fewer chunks.
    const ended = recorder === undefined ? this.#endIdle(id) : recorder.end('stopped');
    ended
      .then(() => (wipe ? this.#disk.remove(id) : undefined))
      .then(() => this.#uploader.wake(id))
      .catch((error: unknown) =>
        this.#options.log.warn({ err: error, recording_id: id }, 'a recording could not be ended'),
      );
  }

  /** The phone's tenant has gone: the next one may have the same Android user number. */
  endOf(deviceId: string): void {
    for (const recorder of this.#running.values())
      if (recorder instanceof Recorder && recorder.deviceId === deviceId) void recorder.end('rental_ended');
  }

  /** The agent stops: what goes on is written, and goes on after its restart. */
  async end(): Promise<void> {
    const running = [...this.#running.values()];
    this.#running.clear();
    await Promise.all(running.map((each) => each instanceof Recorder && each.end(undefined)));
    await this.#uploader.stop();
  }

  /** The rental was extended, or ends earlier; other recordings have taken room, or left it. */
  #renew(recorder: Recorder, { recording_id: id, ends_in_ms, max_bytes }: StartRecording): void {
    recorder.moveEnd(ends_in_ms);
    this.#disk.waitingBytes(id).then(
      (waiting) => recorder.moveLimit(max_bytes - waiting),
      (error: unknown) =>
        this.#options.log.warn({ err: error, recording_id: id }, 'the room of a recording was not renewed'),
    );
  }

  /** `arrivedMs`: of the message, whose times count from then. */
  async #begin(message: StartRecording, arrivedMs: number): Promise<void> {
    const { recording_id: id, next_chunk, upload_token } = message;
    const { dataDir, log, runnerOf } = this.#options;
    // It has ended here already, and is still being sent.
    if ((await this.#disk.readEnd(id)) !== undefined) return void this.#running.delete(id);
    await this.#disk.begin(id, upload_token);
    const { number, fromMs } = await this.#disk.readNext(id);
    if (this.#running.get(id) !== 'starting') {
      await this.#endIdle(id);
      this.#uploader.wake(id);
      return;
    }
    // Chunks that wait since before a restart of the agent count, too.
    const max_bytes = message.max_bytes - (await this.#disk.waitingBytes(id));
    // A busy disk must not shift all times of the recording.
    const waitedMs = performance.now() - arrivedMs;
    const elapsed_ms = message.elapsed_ms + waitedMs;
    const ends_in_ms = message.ends_in_ms === null ? null : message.ends_in_ms - waitedMs;
    const recorder = new Recorder(
      { ...message, max_bytes, elapsed_ms, ends_in_ms },
      {
        number: Math.max(number, next_chunk),
        fromMs: number < next_chunk ? Number.POSITIVE_INFINITY : fromMs,
      },
      {
        disk: this.#disk,
        dataDir,
        runnerOf,
        log: log.child({ recording_id: id }),
        onChunk: () => this.#uploader.wake(id),
        onEnded: () => {
          if (this.#running.get(id) === recorder) this.#running.delete(id);
          this.#uploader.wake(id);
        },
      },
    );
    this.#running.set(id, recorder);
    recorder.start();
    log.info({ recording_id: id, device_id: message.device_id }, 'a recording has begun');
  }

  /** Not recorded since the agent's restart: its chunks wait on the disk. */
  async #endIdle(id: string): Promise<void> {
    if ((await this.#disk.readToken(id)) === undefined || (await this.#disk.readEnd(id)) !== undefined)
      return;
    await this.#disk.end(id, { chunks: (await this.#disk.readNext(id)).number, reason: 'stopped' });
  }
}
