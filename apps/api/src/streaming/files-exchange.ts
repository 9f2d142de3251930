// One request over a channel of kind `files`, and everything that the agent answers to it.
import { closeCodes, type FilesNotice, type FilesRequest, filesNotice } from '@pocketfleet/contract';
import { decodeFileBlock } from '@pocketfleet/stream-protocol';
import type { WebSocket } from 'ws';
import { AppError } from '../platform/app-error.ts';

type Exchange<Result> = {
  request: FilesRequest;
  withinMs: number;
  /** Anything but undefined ends the exchange. */
  onNotice: (notice: FilesNotice, send: (message: string | Uint8Array) => void) => Result | undefined;
  onBlock?: (content: Uint8Array) => void;
};

/** Closes the channel at the end. Throws device_failed, and the AppErrors of its callbacks. */
export function exchangeFiles<Result>(
  channel: WebSocket,
  { request, withinMs, onNotice, onBlock }: Exchange<Result>,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  return new Promise<Result>((resolve, reject) => {
    const detail = 'The phone didn’t respond in time. Please try again.';
    timer = setTimeout(() => reject(new AppError('device_failed', { detail })), withinMs);
    channel.on('close', () => reject(new AppError('device_failed')));
    channel.on('message', (data: Buffer, isBinary: boolean) => {
      try {
        if (isBinary && onBlock) return onBlock(decodeFileBlock(data).content);
        const notice = filesNotice.parse(JSON.parse(data.toString()));
        if (notice.type === 'failed') throw new AppError('device_failed', { detail: notice.detail });
        const result = onNotice(notice, (message) => channel.send(message));
        if (result !== undefined) resolve(result);
      } catch (error) {
        reject(error instanceof AppError ? error : new AppError('device_failed', { cause: error }));
      }
    });
    channel.send(JSON.stringify(request));
  }).finally(() => {
    clearTimeout(timer);
    channel.close(closeCodes.normal.code);
  });
}
