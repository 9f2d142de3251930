// Uploads of recordings by hosts, on AGENT_PORT: POST /agent/recordings/{id}/chunks/{number} and /end, with the recording's own
// token. The answer says whether the recording goes on.
import { uploadAnswer, uploadEnd } from '@pocketfleet/contract';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../platform/app-error.ts';
import type { HttpServer } from '../platform/http-server.ts';
import { parseInput } from '../platform/implement.ts';
import type { Log } from '../platform/log.ts';
import { hashSecret, hasSecretShape } from '../platform/secrets.ts';
import { allowSlowBody } from '../platform/slow-bodies.ts';
import { ChunkError, describeChunk, openEvents, openVideo, splitChunk } from './chunk-body.ts';
import { keyOf } from './recording-keys.ts';
import { selectUsedBytes } from './recording-room.sql.ts';
import { selectSettings } from './recording-settings.sql.ts';
import {
  hasChunk,
  insertChunk,
  type RecordingRow,
  selectRecording,
  selectUpload,
  updateSent,
} from './recordings.sql.ts';
import { endRecordings, type RecordingDeps } from './recordings.ts';

/** Above the agent's own limit of a chunk: a large key packet and outlines may follow it. */
const maxChunkBytes = 12 * 1024 * 1024;
/** The bytes that hosts may have recorded before they are told that the workspace has no room left. */
const maxOverBytes = 256 * 1024 * 1024;
/** Hosts of a rack share an address. */
const requestsPerMinute = 6_000;
const gone = 410;
const erased = { detail: 'This recording was erased, or is complete.' };

const params = z.object({ id: z.uuid(), number: z.coerce.number().int().min(0).max(1_000_000) });
type Upload = Pick<RecordingRow, 'id' | 'workspace_id' | 'state' | 'key'>;

export async function receiveUploads(agents: HttpServer, deps: RecordingDeps & { log: Log }): Promise<void> {
  const config = { rateLimit: { max: requestsPerMinute, timeWindow: 60_000 } };
  await agents.register(async (scope) => {
    // Before the body, which may take minutes over a slow line: strangers are not waited for.
    scope.addHook('preParsing', async (request, reply) => {
      const length = Number(request.headers['content-length'] ?? 0);
      if (length > request.routeOptions.bodyLimit) throw new AppError('payload_too_large');
      if ((await findUpload(deps, request)) === undefined) await reply.code(gone).send(erased);
      else allowSlowBody(request);
    });
    scope.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(
      '/agent/recordings/:id/chunks/:number',
      { bodyLimit: maxChunkBytes, config },
      async (request, reply) => {
        const { number } = parseParams(request);
        const upload = await findUpload(deps, request);
        // A complete recording takes nothing more.
        if (upload === undefined || upload.state === 'ready') return reply.code(gone).send(erased);
        await store(deps, upload, number, request.body);
        return uploadAnswer.parse({ stop: await mustStop(deps, upload) });
      },
    );
    scope.post('/agent/recordings/:id/end', { config }, async (request, reply) => {
      const upload = await findUpload(deps, request);
      if (upload === undefined) return reply.code(gone).send(erased);
      const { chunks, reason } = parseInput(uploadEnd, request.body);
      await endRecordings(deps, [upload.id], reason);
      await updateSent(deps.db, upload.id, chunks);
      return uploadAnswer.parse({ stop: true });
    });
  });
}

function parseParams(request: FastifyRequest): z.output<typeof params> {
  const parsed = params.safeParse(request.params);
  if (!parsed.success) throw new AppError('not_found');
  return parsed.data;
}

async function findUpload({ db }: RecordingDeps, request: FastifyRequest): Promise<Upload | undefined> {
  const { id } = params.pick({ id: true }).safeParse(request.params).data ?? {};
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  if (id === undefined || !hasSecretShape(token)) throw new AppError('not_authenticated');
  return selectUpload(db, id, hashSecret(token));
}

async function store(
  deps: RecordingDeps & { log: Log },
  upload: Upload,
  number: number,
  body: unknown,
): Promise<void> {
  if (deps.store === undefined) throw new AppError('unavailable');
  // Sent again because its response was lost. A stored chunk is never replaced.
  if (await hasChunk(deps.db, upload.id, number)) return;
  const recordingId = upload.id;
  await refuseOverLimit(deps, upload, body);
  const of = { key: keyOf(deps, upload), recordingId, number };
  try {
    if (!Buffer.isBuffer(body)) throw new ChunkError('no bytes');
    const { events, video } = splitChunk(body);
    const facts = describeChunk(await openEvents(of, events), openVideo(of, video));
    await deps.store.put({ recordingId, number, part: 'events' }, events);
    await deps.store.put({ recordingId, number, part: 'video' }, video);
    try {
      await insertChunk(deps.db, recordingId, { number, bytes: body.length, ...facts });
    } finally {
      // Erased meanwhile: what was erased before this chunk was stored is erased again, with it.
      if ((await selectRecording(deps.db, recordingId)) === undefined) await deps.store.delete(recordingId);
    }
  } catch (error) {
    if (!(error instanceof ChunkError)) throw error;
    deps.log.warn({ err: error, recording_id: recordingId, number }, 'a chunk of a recording was refused');
    throw new AppError('invalid_input', {
      detail: `This is not a chunk of this recording: ${error.message}.`,
    });
  }
}

/** Hosts are told to stop at the limit. This refuses a host that doesn't. */
async function refuseOverLimit(
  { db }: RecordingDeps,
  { workspace_id }: Upload,
  body: unknown,
): Promise<void> {
  const { max_bytes } = await selectSettings(db, workspace_id);
  const bytes = Buffer.isBuffer(body) ? body.length : 0;
  if ((await selectUsedBytes(db, workspace_id)) + bytes <= max_bytes + maxOverBytes) return;
  throw new AppError('payload_too_large');
}

async function mustStop(deps: RecordingDeps, upload: Upload): Promise<boolean> {
  if (upload.state !== 'recording') return true;
  const { max_bytes } = await selectSettings(deps.db, upload.workspace_id);
  if ((await selectUsedBytes(deps.db, upload.workspace_id)) < max_bytes) return false;
  await endRecordings(deps, [upload.id], 'quota_full');
  return true;
}
