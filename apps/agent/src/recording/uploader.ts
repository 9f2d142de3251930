// Sends the chunks that wait on the disk, one at a time, in small pieces, at a limited rate, and only while no stream waits for
// the line. It goes on after a cut, and after a restart with what is on the disk.
import { readFile } from 'node:fs/promises';
import { uploadAnswer } from '@pocketfleet/contract';
import type { Logger } from 'pino';
import { Pause } from '../pause.ts';
import { LinePace, slowestBytesPerMs } from './line-pace.ts';
import type { RecordingDisk, WaitingChunk } from './recording-disk.ts';

const busyPauseMs = 250;
/** Before a chunk, and during it: a line that is always busy is waited for no longer than this. */
const maxBusyMs = 15_000;
/** A timer that is late by so much lowers the rate no more. */
const catchUpMs = 20;
/** Without progress for so long a request is given up. Longer than the API waits: full buffers take nothing for a while. */
const defaultSilenceMs = 60_000;
const idlePauseMs = 30_000;
const minRetryMs = 1_000;
const maxRetryMs = 30_000;

export interface UploaderOptions {
  /** The API, "https://agents.example.com". */
  readonly url: string;
  readonly disk: RecordingDisk;
  readonly bytesPerSecond: number;
  /** True when a stream waits for the line, or comes later through it than at its best. Asked before each piece. */
  readonly isLineBusy: () => boolean;
  /** The API says that this recording is to stop. */
  readonly onStop: (recordingId: string) => void;
  readonly log: Logger;
  readonly silenceMs?: number;
}

type Piece = Uint8Array<ArrayBuffer>;
type Sent = { readonly path: string } & ({ readonly json: string } | { readonly bytes: Buffer<ArrayBuffer> });
type Answer = 'taken' | 'gone' | 'refused';

export class Uploader {
  readonly #options: UploaderOptions;
  /** Waits for the next chunk or end. */
  readonly #idle = new Pause();
  readonly #pace: LinePace;
  /** Keeps the rate; a new chunk does not end it. */
  readonly #rest = new Pause();
  readonly #abort = new AbortController();
  #isStopped = false;
  /** Recordings that have something to send. */
  readonly #due = new Set<string>();
  /** Recordings that could not be sent, by id: they are tried again after this time. */
  readonly #retries = new Map<string, { readonly delayMs: number; readonly atMs: number }>();
  #done: Promise<void> = Promise.resolve();

  constructor(options: UploaderOptions) {
    this.#options = options;
    this.#pace = new LinePace(options.bytesPerSecond);
  }

  start(): void {
    this.#done = this.#run();
  }

  /** This recording has a new chunk, or an end. */
  wake(id: string): void {
    this.#due.add(id);
    this.#idle.end();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#abort.abort();
    this.#idle.end();
    this.#rest.end();
    await this.#done;
  }

  async #run(): Promise<void> {
    // What waits since before a restart is known by looking at all, which is also done now and then.
    let allAtMs = performance.now();
    while (!this.#isStopped) {
      if (performance.now() >= allAtMs) {
        await this.#lookAtAll();
        allAtMs = performance.now() + idlePauseMs;
      }
      for (const [id, { atMs }] of this.#retries) if (atMs <= performance.now()) this.#due.add(id);
      const ids = [...this.#due];
      this.#due.clear();
      for (const id of ids) await this.#trySend(id);
      const nextAtMs = Math.min(allAtMs, ...[...this.#retries.values()].map(({ atMs }) => atMs));
      if (this.#due.size === 0 && !this.#isStopped)
        await this.#idle.wait(Math.max(0, nextAtMs - performance.now()));
    }
  }

  async #lookAtAll(): Promise<void> {
    const ids = await this.#options.disk.listRecordings();
    for (const id of this.#retries.keys()) if (!ids.includes(id)) this.#retries.delete(id);
    for (const id of ids) this.#due.add(id);
  }

  /** Sends the waiting chunks of one recording. If that fails, the other recordings are still sent. */
  async #trySend(id: string): Promise<void> {
    const failed = this.#retries.get(id);
    if (this.#isStopped || (failed !== undefined && performance.now() < failed.atMs)) return;
    try {
      await this.#send(id);
      this.#retries.delete(id);
    } catch (error) {
      if (this.#isStopped) return;
      this.#options.log.debug({ err: error, recording_id: id }, 'a recording could not be sent');
      const delayMs = Math.min(maxRetryMs, (failed?.delayMs ?? minRetryMs / 2) * 2);
      this.#retries.set(id, { delayMs, atMs: performance.now() + delayMs * (0.5 + Math.random() / 2) });
    }
  }

  async #send(id: string): Promise<void> {
    const { disk } = this.#options;
    const token = await disk.readToken(id);
    // Without it nothing of this folder can be sent any more.
    if (token === undefined) return disk.remove(id);
    for (const chunk of await disk.listChunks(id)) {
      if (this.#isStopped) return;
      if ((await this.#sendChunk(id, token, chunk)) === 'gone') return this.#forget(id);
    }
    const end = await disk.readEnd(id);
    if (end === undefined || (await disk.listChunks(id)).length > 0) return;
    await this.#post(id, token, { path: 'end', json: JSON.stringify(end) });
    await disk.remove(id);
  }

  async #sendChunk(id: string, token: string, chunk: WaitingChunk): Promise<Answer> {
    const { disk, bytesPerSecond } = this.#options;
    await this.#awaitLine(maxBusyMs);
    const bytes = await readFile(chunk.path);
    const startedAtMs = performance.now();
    const answer = await this.#post(id, token, { path: `chunks/${chunk.number}`, bytes });
    if (answer === 'refused') this.#options.log.warn({ recording_id: id }, 'a chunk was refused');
    if (answer !== 'gone') await disk.removeChunk(chunk);
    await this.#wait((bytes.length / bytesPerSecond) * 1_000 - (performance.now() - startedAtMs));
    return answer;
  }

  /** At the rate, and with a wait before each piece while a stream waits for the line. */
  async *#piecesOf(bytes: Buffer<ArrayBuffer>, silence: Silence): AsyncGenerator<Piece> {
    let leftBusyMs = maxBusyMs;
    let nextAtMs = performance.now();
    for (let at = 0; at < bytes.length; ) {
      await this.#wait(nextAtMs - performance.now());
      leftBusyMs -= await this.#awaitLine(leftBusyMs);
      const piece = bytes.subarray(at, at + this.#pace.pieceBytes);
      at += piece.length;
      // Time that was spent waiting for the line is not made up for.
      nextAtMs = Math.max(nextAtMs, performance.now() - catchUpMs) + this.#pace.take(piece.length);
      silence.end();
      yield piece;
    }
    // The slowest line is waited for: what was sent may still be in the buffers of this host and its router.
    silence.end(bytes.length / slowestBytesPerMs);
  }

  /** Returns how long it took: `mostMs` and one pause at most. */
  async #awaitLine(mostMs: number): Promise<number> {
    const sinceMs = performance.now();
    while (this.#options.isLineBusy() && !this.#isStopped) {
      this.#pace.slowDown();
      if (performance.now() - sinceMs >= mostMs) break;
      await this.#rest.wait(busyPauseMs);
    }
    return performance.now() - sinceMs;
  }

  async #post(id: string, token: string, what: Sent): Promise<Answer> {
    const silence = new Silence(this.#options.silenceMs ?? defaultSilenceMs);
    // The types of fetch leave out what a body that is a stream needs.
    const request: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'json' in what ? 'application/json' : 'application/octet-stream',
      },
      body: 'json' in what ? what.json : streamOf(this.#piecesOf(what.bytes, silence)),
      duplex: 'half',
      signal: AbortSignal.any([this.#abort.signal, silence.signal]),
    };
    try {
      const response = await fetch(`${this.#options.url}/agent/recordings/${id}/${what.path}`, request);
      // Not 404: a node of the version before doesn't know this call.
      if (response.status === 410) return 'gone';
      if (response.status === 400 || response.status === 413) return 'refused';
      if (!response.ok) throw new Error(`the API answered ${response.status}`);
      if (uploadAnswer.parse(await response.json()).stop) this.#options.onStop(id);
      return 'taken';
    } finally {
      silence.stop();
    }
  }

  async #forget(id: string): Promise<void> {
    this.#options.onStop(id);
    await this.#options.disk.remove(id);
  }

  async #wait(ms: number): Promise<void> {
    if (ms > 0 && !this.#isStopped) await this.#rest.wait(ms);
  }
}

/** Aborts a request when nothing has gone on for too long. */
class Silence {
  readonly #ms: number;
  readonly #abort = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(ms: number) {
    this.#ms = ms;
    this.end();
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Something went on. `moreMs`: the next silence may be so much longer. */
  end(moreMs = 0): void {
    this.stop();
    const error = new Error('the line took nothing for too long');
    this.#timer = setTimeout(() => this.#abort.abort(error), this.#ms + moreMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

/** Each piece is made when the line takes it. */
function streamOf(pieces: AsyncGenerator<Piece>): ReadableStream<Piece> {
  const pull = async (controller: ReadableStreamDefaultController<Piece>): Promise<void> => {
    const { done, value } = await pieces.next();
    if (done === true) controller.close();
    else controller.enqueue(value);
  };
  return new ReadableStream({ pull }, { highWaterMark: 0 });
}
