// Files of a rented phone that fit into one answer: read or written whole over a channel of kind `files` (contract, files.ts).
import { createHash } from 'node:crypto';
import type { FilesRequest } from '@pocketfleet/contract';
import { encodeFileBlock, fileBlockLength } from '@pocketfleet/stream-protocol';
import { recordActivity } from '../access/access.ts';
import { AppError } from '../platform/app-error.ts';
import type { Principal } from '../platform/principal.ts';
import { type ActionDeps, openFiles } from './device-actions.ts';
import { exchangeFiles } from './files-exchange.ts';

const withinMs = 50_000;

/** Throws as runDeviceAction does; device_failed with the reason for a file that is missing or above `maxBytes`. */
export async function readSmallFile(
  deps: ActionDeps,
  caller: Principal,
  deviceId: string,
  { path, maxBytes }: { path: string; maxBytes: number },
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  const content = await exchangeFiles(await openFiles(deps, caller, deviceId), {
    withinMs,
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
  await exchangeFiles(await openFiles(deps, caller, deviceId), {
    withinMs,
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

const tooLarge = (maxBytes: number): AppError =>
  new AppError('device_failed', {
    detail: `The file is larger than ${Math.round(maxBytes / 1024)} KB. Fetch it on the phone’s page or with the command line.`,
  });
