// The contents of a recording: actions and screens, video, and both as files for the customer. Pieces are decrypted as they are read.
import type { FileResponse, RecordedEvent, Recording, RecordingChunk } from '@pocketfleet/contract';
import { recordActivity } from '../access/access.ts';
import { AppError } from '../platform/app-error.ts';
import { FileStream } from '../platform/file-stream.ts';
import { countAgainstLimit, type Limit } from '../platform/limits.ts';
import type { Principal } from '../platform/principal.ts';
import { activityEventsOf } from './activity-events.ts';
import { firstPictureOf, openEvents, openVideo, type PartOf } from './chunk-body.ts';
import { muxMp4 } from './export-mp4.ts';
import { firstPictureMs, type Gap, type RecordedPart } from './exported-pictures.ts';
import { MergedEvents } from './merged-events.ts';
import { keyOf } from './recording-keys.ts';
import type { RecordingStore } from './recording-store.ts';
import { type ChunkRow, type RecordingRow, selectChunks } from './recordings.sql.ts';
import { getRecording, type RecordingDeps, seen } from './recordings.ts';
import { endingWith, type RunningExports } from './running-exports.ts';

const exportLimit: Limit = { name: 'recording_export', count: 30, windowS: 600 };
/** Of one answer; a chunk is never divided. */
const maxAnswerBytes = 2 * 1024 * 1024;
const maxAnswerChunks = 200;

type Contents = { row: RecordingRow; store: RecordingStore; key: Buffer; chunks: ChunkRow[] };

/** Throws not_found, or unavailable where this server has no storage or no key for it. */
export async function getWithChunks(
  deps: RecordingDeps,
  caller: Principal,
  id: string,
): Promise<Recording & { chunks: RecordingChunk[] }> {
  const found = await getRecording(deps, caller, id);
  return { ...found, chunks: await selectChunks(deps.db, id) };
}

/** Throws as getWithChunks. */
export async function listEvents(
  deps: RecordingDeps,
  caller: Principal,
  { id, from }: { id: string; from: number },
): Promise<{ untrusted: true; events: RecordedEvent[]; next: number | null }> {
  const contents = await open(deps, caller, id);
  const merged = new MergedEvents(await activityEventsOf(deps.db, contents.row));
  const events: RecordedEvent[] = [];
  let bytes = 0;
  let read = 0;
  for (const { number, to_ms } of contents.chunks) {
    if (number < from) {
      merged.skipTo(to_ms);
      continue;
    }
    if (bytes > maxAnswerBytes || read === maxAnswerChunks) return { untrusted: true, events, next: number };
    for (const event of merged.with(await eventsOf(contents, number), to_ms)) {
      events.push(event);
      bytes += event.type === 'screen' ? event.text.length : 200;
    }
    read += 1;
  }
  events.push(...merged.rest());
  return { untrusted: true, events, next: null };
}

/** Throws as getWithChunks. */
export async function getVideo(
  deps: RecordingDeps,
  caller: Principal,
  { id, chunk, only }: { id: string; chunk: number; only?: 'first_picture' | undefined },
): Promise<FileResponse> {
  const contents = await open(deps, caller, id);
  const video = await videoOf(contents, chunk);
  if (video === undefined) throw new AppError('not_found');
  const bytes = only === 'first_picture' ? firstPictureOf(video) : video;
  return { file_name: `${id}.${chunk}.bin`, content_type: 'application/octet-stream', bytes };
}

/** Throws as getWithChunks, not_found for a recording without any picture as MP4, and too_many_requests. */
export async function exportRecording(
  deps: RecordingDeps & { exports: RunningExports },
  caller: Principal,
  asked: { id: string; format: 'mp4' | 'json' },
): Promise<FileStream> {
  const contents = await open(deps, caller, asked.id);
  const end = deps.exports.begin(contents.row.workspace_id);
  try {
    const { pieces, ...head } = await beginExport(deps, caller, { ...asked, contents });
    return new FileStream(head, endingWith(pieces, end));
  } catch (error) {
    end();
    throw error;
  }
}

async function beginExport(
  deps: RecordingDeps,
  caller: Principal,
  { id, format, contents }: { id: string; format: 'mp4' | 'json'; contents: Contents },
): Promise<FileStream> {
  const { row } = contents;
  await countAgainstLimit(deps.db, exportLimit, caller.credential_id);
  if (format === 'mp4' && !contents.chunks.some(({ has_key }) => has_key)) {
    throw new AppError('not_found', { detail: 'This recording has no picture.' });
  }
  const details = { id, name: row.name, format };
  await recordActivity(deps.db, caller, { kind: 'recording.exported', device_id: row.device_id, details });
  const file_name = `recording-${row.device_tag.replace(/[^\w.-]/g, '-')}-${row.started_at.slice(0, 10)}.${format}`;
  if (format === 'mp4') {
    const marked = { gaps: await gapsOf(contents), firstMs: await firstMsOf(contents) };
    return new FileStream({ file_name, content_type: 'video/mp4' }, muxMp4(readParts(contents), marked));
  }
  const recording = await getRecording(deps, caller, id);
  const pieces = writeJson(recording, await activityEventsOf(deps.db, row), contents);
  return new FileStream({ file_name, content_type: 'application/json; charset=utf-8' }, pieces);
}

async function* writeJson(
  recording: Recording,
  fromActivity: readonly RecordedEvent[],
  contents: Contents,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`{"untrusted":true,"recording":${JSON.stringify(recording)},"events":[`);
  let isFirst = true;
  const write = (event: RecordedEvent): Buffer => {
    const text = `${isFirst ? '' : ','}\n${JSON.stringify(event)}`;
    isFirst = false;
    return Buffer.from(text);
  };
  const merged = new MergedEvents(fromActivity);
  for (const { number, to_ms } of contents.chunks)
    for (const event of merged.with(await eventsOf(contents, number), to_ms)) yield write(event);
  for (const event of merged.rest()) yield write(event);
  yield Buffer.from('\n]}\n');
}

/**
 * Chunk by chunk: the next one is read when the last one was taken. Throws when a picture is gone, because the recording was
 * erased meanwhile: nobody takes the rest for the whole.
 */
async function* readParts(contents: Contents): AsyncGenerator<RecordedPart> {
  for (const chunk of contents.chunks) {
    const video = await videoOf(contents, chunk.number);
    if (video === undefined && chunk.has_key) throw new AppError('not_found');
    yield { video, gaps: await gapsIn(contents, chunk) };
  }
}

async function gapsOf(contents: Contents): Promise<Gap[]> {
  const gaps: Gap[] = [];
  for (const chunk of contents.chunks) gaps.push(...(await gapsIn(contents, chunk)));
  return gaps.sort((a, b) => a.at_ms - b.at_ms);
}

async function gapsIn(contents: Contents, { number, gaps }: ChunkRow): Promise<Gap[]> {
  if (gaps === 0) return [];
  return (await eventsOf(contents, number)).filter((event) => event.type === 'gap');
}

/** When the video begins. */
async function firstMsOf(contents: Contents): Promise<number> {
  const first = contents.chunks.find(({ has_key }) => has_key);
  const video = first && (await videoOf(contents, first.number));
  return (video && firstPictureMs(video)) ?? 0;
}

async function open(deps: RecordingDeps, caller: Principal, id: string): Promise<Contents> {
  const { db, store } = deps;
  const row = await seen(db, caller, id);
  if (store === undefined) throw new AppError('unavailable');
  return { row, store, key: keyOf(deps, row), chunks: await selectChunks(db, id) };
}

function partOf({ row, key }: Contents, number: number): PartOf {
  return { key, recordingId: row.id, number };
}

async function eventsOf(contents: Contents, number: number): Promise<RecordedEvent[]> {
  const sealed = await contents.store.get({ recordingId: contents.row.id, number, part: 'events' });
  return sealed === undefined ? [] : openEvents(partOf(contents, number), sealed);
}

async function videoOf(contents: Contents, number: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const sealed = await contents.store.get({ recordingId: contents.row.id, number, part: 'video' });
  return sealed && openVideo(partOf(contents, number), sealed);
}
