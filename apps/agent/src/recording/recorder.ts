// Records one phone: packets as they pass, the screen as it changes, and what is done by whom, in sealed chunks on the disk. It
// goes on over lost connections of the phone, and ends by itself with the rental, at its limits and when the disk is full.
import type { ActionResult, ControlPlaneMessage, HostEvent, RecordedAction } from '@pocketfleet/contract';
import { type ControlMessage, decodePacketHeader } from '@pocketfleet/stream-protocol';
import type { Logger } from 'pino';
import type { DeviceRunner } from '../device-runner.ts';
import { actionByCall, Gestures, nodeAt } from '../screen/gestures.ts';
import { writeOutline } from '../screen/outline/outline-text.ts';
import type { Taken } from '../screen/readings.ts';
import type { Actor, ScreenWatcher, WatchedAction } from '../screen/screen-watcher.ts';
import { bytesOf, Chunk } from './chunk.ts';
import { ChunkWriter } from './chunk-writer.ts';
import { RecordedPhone } from './recorded-phone.ts';
import { RecordedPicture } from './recorded-picture.ts';
import { DiskFullError, type NextChunk, type RecordingDisk, type UploadEnd } from './recording-disk.ts';
import { Veil } from './veil.ts';

const tickMs = 500;
const chunkMs = 10_000;
/** Of a phone on which nothing happens. */
const stillChunkMs = 60_000;
const maxChunkBytes = 4 * 1024 * 1024;
const maxEvents = 4_000;
/** Outlines are written once a second at most. */
const screenEveryMs = 1_000;
const maxLengthMs = 12 * 60 * 60_000;

export type StartRecording = Extract<ControlPlaneMessage, { type: 'start_recording' }>;
export type EndReason = UploadEnd['reason'];
type GapReason = Extract<HostEvent, { type: 'gap' }>['why'];

export interface RecorderDeps {
  readonly disk: RecordingDisk;
  readonly dataDir: string;
  readonly runnerOf: (deviceId: string) => DeviceRunner | undefined;
  readonly onChunk: () => void;
  readonly onEnded: (reason: EndReason) => void;
  readonly log: Logger;
}

type Item =
  | {
      readonly atMs: number;
      readonly bytes: number;
      readonly packet: Uint8Array;
      /** Which the packet needs. The phone may have another one by the time at which the packet is written. */
      readonly config: Uint8Array | undefined;
    }
  | { readonly atMs: number; readonly bytes: number; readonly event: HostEvent };

export class Recorder implements ScreenWatcher {
  readonly deviceId: string;
  readonly #asked: StartRecording;
  readonly #deps: RecorderDeps;
  readonly #beganMs: number;
  #endsAtMs = 0;
  readonly #veil: Veil<Item>;
  readonly #gestures = new Gestures((action) => this.#addEvent(action));
  readonly #picture: RecordedPicture;
  #chunk = new Chunk();
  #chunkFromMs: number;
  /** The first is shorter by chance: recordings that begin together would write all of theirs at one moment. */
  #chunkDueMs = chunkMs * Math.random();
  readonly #writer: ChunkWriter;
  /** A chunk was discarded: packets that depend on it are, too. */
  #needsKey = false;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;
  readonly #phone: RecordedPhone;
  #awaySinceMs: number | undefined;
  #seen: Taken | undefined;
  #typesSecret = false;
  /** The screen may be another one since: a keyboard may have opened. */
  #touchedAtMs = Number.NEGATIVE_INFINITY;
  #screenText = '';
  #screenAtMs = Number.NEGATIVE_INFINITY;

  constructor(asked: StartRecording, { number, fromMs }: NextChunk, deps: RecorderDeps) {
    this.#asked = asked;
    this.deviceId = asked.device_id;
    this.#deps = deps;
    this.#beganMs = performance.now() - asked.elapsed_ms;
    this.moveEnd(asked.ends_in_ms);
    this.#writer = new ChunkWriter({
      recordingId: asked.recording_id,
      key: Buffer.from(asked.key, 'base64'),
      first: number,
      disk: deps.disk,
      maxBytes: asked.max_bytes,
      onStored: deps.onChunk,
      // Not awaited: the end waits for what is being stored.
      onFull: () => void this.end('quota_full'),
      onFailed: (error) => {
        deps.log.warn({ err: error }, 'a chunk could not be stored');
        void this.end(error instanceof DiskFullError ? 'disk_full' : 'failed');
      },
    });
    this.#chunkFromMs = this.#nowMs();
    this.#picture = new RecordedPicture((packet) =>
      this.#veil.add({ atMs: this.#nowMs(), bytes: packet.length, packet, config: this.#picture.config }),
    );
    this.#veil = new Veil<Item>({
      now: () => this.#nowMs(),
      write: (item) => this.#write(item),
      onGap: ({ fromMs, untilMs, secret }) => this.#addGap('secret', fromMs, untilMs, secret),
      onOpened: () => this.#picture.awaitKey(),
    });
    this.#phone = new RecordedPhone({
      ...deps,
      deviceId: asked.device_id,
      user: asked.tenant_user ?? undefined,
      memoryKeys: asked.memory_keys,
      picture: this.#picture,
      watcher: this,
      onSecrets: () => this.#veil.guard(),
    });
    if (number > 0)
      this.#addGap('host_restarted', Math.min(fromMs, this.#chunkFromMs), this.#chunkFromMs, '');
  }

  /** The rental was extended, or ends earlier. */
  moveEnd(endsInMs: number | null): void {
    this.#endsAtMs = Math.min(maxLengthMs, this.#nowMs() + (endsInMs ?? maxLengthMs));
  }

  /** How many bytes it may store from now on. */
  moveLimit(bytes: number): void {
    this.#writer.moveLimit(bytes);
  }

  start(): void {
    this.#timer = setInterval(() => this.#tick(), tickMs);
    this.#tick();
  }

  /** Writes what there is. `reason` undefined: the agent stops, and the recording goes on after its restart. */
  async end(reason: EndReason | undefined): Promise<void> {
    if (this.#isOver) return this.#writer.done;
    this.#isOver = true;
    clearInterval(this.#timer);
    this.#phone.leave();
    this.#gestures.flush();
    this.#veil.end();
    this.#endAbsence();
    this.#cut();
    await this.#writer.done;
    // The gap of a chunk that the disk was too slow for.
    this.#cut();
    await this.#writer.done;
    if (reason === undefined) return;
    await this.#deps.disk
      .end(this.#asked.recording_id, { chunks: this.#writer.end, reason })
      .catch((error: unknown) =>
        this.#deps.log.warn({ err: error }, 'the end of a recording was not stored'),
      );
    this.#deps.onEnded(reason);
  }

  onReading(taken: Taken): void {
    const { knowsHidden } = this.#phone;
    const { showsSecret, isTruncated } = taken.observation;
    // Texts of it are written with actions.
    if (knowsHidden) this.#seen = taken;
    // A secret may be in the part of the screen that was left out.
    this.#veil.read(this.#sinceBegan(taken.atMs), showsSecret || isTruncated || !knowsHidden);
  }

  onAction(watched: WatchedAction): (result: ActionResult) => void {
    const at_ms = this.#nowMs();
    const { action, target } = watched;
    const node =
      (this.#phone.knowsHidden ? target : undefined) ??
      ('x' in action && action.x !== undefined && action.y !== undefined
        ? nodeAt(this.#seen?.observation.nodes ?? [], action.x, action.y)
        : undefined);
    return (result) => {
      if (this.#typesSecret) this.#veil.endSecret();
      this.#typesSecret = false;
      this.#addEvent(actionByCall(watched, result, { at_ms, node }));
    };
  }

  /** Not before: an action that is refused would be a gap that anybody can make. */
  onSecret(name: string): void {
    this.#typesSecret = true;
    this.#veil.beginSecret(name);
  }

  onInput(message: ControlMessage, who: Actor | null): void {
    const isCurrent = this.#seen !== undefined && this.#seen.atMs >= this.#touchedAtMs;
    this.#gestures.take(message, who, this.#nowMs(), isCurrent ? this.#seen?.observation : undefined);
    if (message.type !== 'touch' || message.action === 'up') this.#touchedAtMs = performance.now();
  }

  #nowMs(): number {
    return this.#sinceBegan(performance.now());
  }

  #sinceBegan(ms: number): number {
    return Math.max(0, Math.round(ms - this.#beganMs));
  }

  #tick(): void {
    const nowMs = this.#nowMs();
    if (nowMs >= this.#endsAtMs) {
      void this.end(nowMs >= maxLengthMs ? 'too_long' : 'rental_ended');
      return;
    }
    this.#follow();
    if (this.#isOver) return;
    this.#veil.check();
    this.#gestures.check(nowMs);
    this.#addScreen(nowMs);
    const { isEmpty, hasVideo, bytes, events } = this.#chunk;
    const dueMs = hasVideo || events.length > 0 ? this.#chunkDueMs : stillChunkMs;
    if (
      (!isEmpty && nowMs - this.#chunkFromMs >= dueMs) ||
      bytes > maxChunkBytes ||
      events.length > maxEvents
    )
      this.#cut();
  }

  #follow(): void {
    const found = this.#phone.follow();
    if (found === 'other_tenant') void this.end('rental_ended');
    else if (found === 'away') this.#awaySinceMs ??= this.#nowMs();
    else this.#endAbsence();
  }

  #endAbsence(): void {
    if (this.#awaySinceMs !== undefined) this.#addGap('phone_away', this.#awaySinceMs, this.#nowMs(), '');
    this.#awaySinceMs = undefined;
  }

  #addGap(why: GapReason, at_ms: number, until_ms: number, detail: string): void {
    this.#addEvent({ type: 'gap', at_ms, until_ms, why, detail });
  }

  #addScreen(nowMs: number): void {
    const taken = this.#seen;
    if (taken === undefined || nowMs - this.#screenAtMs < screenEveryMs) return;
    const { head, nodes, display } = taken.observation;
    const { text } = writeOutline(head, nodes);
    if (text === this.#screenText) return;
    this.#screenText = text;
    this.#screenAtMs = nowMs;
    const at_ms = this.#sinceBegan(taken.atMs);
    this.#veil.add({
      atMs: at_ms,
      bytes: text.length,
      event: { type: 'screen', at_ms, app: head.app.slice(0, 255), display, text: text.slice(0, 40_000) },
    });
    // A screen that is withheld now is written when it can be.
    if (this.#veil.isClosed) this.#screenText = '';
  }

  #addEvent(event: HostEvent | RecordedAction): void {
    this.#makeRoom(bytesOf(event));
    this.#chunk.addEvent(event);
  }

  /** Events that a veil withheld come at once, and may be more than one chunk. */
  #makeRoom(bytes: number): void {
    if (this.#chunk.bytes + bytes > maxChunkBytes || this.#chunk.events.length >= maxEvents) this.#cut();
  }

  #write(item: Item): void {
    if ('event' in item) {
      this.#addEvent(item.event);
      return;
    }
    this.#makeRoom(item.bytes);
    if (this.#needsKey) {
      const { kind, key } = decodePacketHeader(item.packet);
      if (kind === 'video' && !key) return;
      this.#needsKey = kind !== 'video';
    }
    // The config, so that each chunk can be played by itself.
    const { config } = item;
    if (!this.#chunk.hasVideo && config !== undefined && config !== item.packet)
      this.#chunk.addPacket(item.atMs, config);
    this.#chunk.addPacket(item.atMs, item.packet);
  }

  #cut(): void {
    const chunk = this.#chunk;
    if (chunk.isEmpty) return;
    const fromMs = Math.min(chunk.fromMs, this.#chunkFromMs);
    this.#chunk = new Chunk();
    this.#chunkFromMs = this.#nowMs();
    this.#chunkDueMs = chunkMs;
    if (this.#writer.add(chunk)) return;
    // The disk is slower than the phone.
    this.#needsKey = true;
    this.#picture.awaitKey();
    this.#addGap('too_slow', fromMs, this.#chunkFromMs, '');
  }
}
