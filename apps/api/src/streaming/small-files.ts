// Files of a rented phone that fit into one answer: read or written whole over a channel of kind `files` (contract, files.ts).
import { createHash } from 'node:crypto';
import { closeCodes, type FilesNotice, type FilesRequest, filesNotice } from '@pocketfleet/contract';
import { decodeFileBlock, encodeFileBlock, fileBlockLength } from '@pocketfleet/stream-protocol';
import type { WebSocket } from 'ws';
import { recordActivity } from '../access/access.ts';
import { AppError } from '../platform/app-error.ts';
import type { Principal } from '../platform/principal.ts';
import { type ActionDeps, openFiles } from './device-actions.ts';

const answerWithinMs = 50_000;

/** Throws as runDeviceAction does; device_failed with the reason for a file that is missing or above `maxBytes`. */
export async function readSmallFile(
  deps: ActionDeps,
  caller: Principal,
  deviceId: string,
  { path, maxBytes }: { path: string; maxBytes: number },
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  const content = await exchange(await openFiles(deps, caller, deviceId), {
    request: { type: 'pull', path, offset: 0 },
    onBlock: (content) => {
      bytes += content.length;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      pieces.push(Buffer.from(content));
    },
    onNotice: (notice) => {
      if (notice.type === 'pull_start' && notice.size > maxBytes) throw tooLarge(maxBytes);
      return notice.type === 'done' ? Buffer.concat(pieces) : undefined;
    },
  });
  const details = { name: path, size: content.length };
  await recordActivity(deps.db, caller, { kind: 'file.pulled', device_id: deviceId, details });
  return content;
}

/** Replaces a file of this name. Throws as runDeviceAction does. */
export async function writeSmallFile(
  deps: ActionDeps,
  caller: Principal,
  deviceId: string,
  { folder, name, content, nowMs }: { folder: string; name: string; content: Buffer; nowMs: number },
): Promise<void> {
  const request = {
    type: 'push',
    folder,
    name,
    size: content.length,
    modified_ms: Math.trunc(nowMs),
    install: false,
  } as const;
  await exchange(await openFiles(deps, caller, deviceId), {
    request,
    onNotice: (notice, send) => {
      if (notice.type === 'done') return true;
      if (notice.type !== 'push_ready') return undefined;
      send(JSON.stringify({ type: 'push_from', offset: 0 } satisfies FilesRequest));
      let chain: Buffer = Buffer.alloc(32);
      for (let offset = 0; offset < content.length; offset += fileBlockLength) {
        const block = content.subarray(offset, offset + fileBlockLength);
        chain = createHash('sha256').update(chain).update(block).digest();
        send(encodeFileBlock({ offset, content: block }));
      }
      send(JSON.stringify({ type: 'push_end', chain: chain.toString('hex') } satisfies FilesRequest));
      return undefined;
    },
  });
  const details = { name: `${folder}/${name}`, size: content.length };
  await recordActivity(deps.db, caller, { kind: 'file.pushed', device_id: deviceId, details });
}

type Exchange<Result> = {
  request: FilesRequest;
  /** Anything but undefined ends the exchange. */
  onNotice: (notice: FilesNotice, send: (message: string | Uint8Array) => void) => Result | undefined;
  onBlock?: (content: Uint8Array) => void;
};

function exchange<Result>(
  channel: WebSocket,
  { request, onNotice, onBlock }: Exchange<Result>,
): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    const timer = setTimeout(
      () =>
        reject(
          new AppError('device_failed', { detail: 'The phone didn’t respond in time. Please try again.' }),
        ),
      answerWithinMs,
    );
    channel.on('close', () => {
      clearTimeout(timer);
      reject(new AppError('device_failed'));
    });
    channel.on('message', (data: Buffer, isBinary: boolean) => {
      try {
        if (isBinary) return onBlock?.(decodeFileBlock(data).content);
        const notice = filesNotice.parse(JSON.parse(data.toString()));
        if (notice.type === 'failed') throw new AppError('device_failed', { detail: notice.detail });
        const result = onNotice(notice, (message) => channel.send(message));
        if (result !== undefined) resolve(result);
      } catch (error) {
        reject(error instanceof AppError ? error : new AppError('device_failed', { cause: error }));
      }
    });
    channel.send(JSON.stringify(request));
  }).finally(() => channel.close(closeCodes.normal.code));
}

const tooLarge = (maxBytes: number): AppError =>
  new AppError('device_failed', {
    detail: `The file is larger than ${Math.round(maxBytes / 1024)} KB. Fetch it on the phone’s page or with the command line.`,
  });
