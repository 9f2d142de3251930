// A browser's side of a files channel (contract/files.ts), as far as tests and benchmarks need it.
import { createHash } from 'node:crypto';
import { type FilesNotice, type FilesRequest, filesNotice, fileWindowBytes } from '@pocketfleet/contract';
import { decodeFileBlock, encodeFileBlock, fileBlockLength } from '@pocketfleet/stream-protocol';
import type { WebSocket } from 'ws';
import { BlockSender } from '../src/files/block-sender.ts';

type Push = Omit<Extract<FilesRequest, { type: 'push' }>, 'type' | 'size'>;

const acknowledgeStepBytes = 1024 * 1024;

export type FilesClient = {
  say(request: FilesRequest): void;
  /** Sends these bytes as blocks, the first at this offset, whether the host acknowledges or not. */
  sendBlocks(bytes: Uint8Array, offset: number): void;
  /** The next notice or block. Rejects when the channel has ended. */
  next(): Promise<FilesNotice | { type: 'block'; offset: number; content: Uint8Array }>;
  /** Notices up to the last one, which is `done` or `failed`. */
  toEnd(): Promise<FilesNotice[]>;
  /** Sends all of it, or up to `cutAt` bytes and then closes. Returns where it began. */
  push(file: Push, bytes: Uint8Array, cutAt?: number): Promise<{ from: number; notices: FilesNotice[] }>;
  /** Everything from `offset` on, or until `cutAt` bytes are there; then it closes. Rejects with the refusal. */
  pull(path: string, offset?: number, chain?: string, cutAt?: number): Promise<Buffer>;
  /** Like `pull`, but calls `take` with each piece and keeps none. */
  pullTo(
    take: (piece: Uint8Array) => void,
    path: string,
    offset?: number,
    chain?: string,
    cutAt?: number,
  ): Promise<void>;
  close(): void;
};

export function openFilesClient(socket: WebSocket): FilesClient {
  type Message = Awaited<ReturnType<FilesClient['next']>>;
  const waiting: Message[] = [];
  let wake = (): void => undefined;
  let isEnded = false;
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (isBinary) waiting.push({ type: 'block', ...decodeFileBlock(data) });
    else waiting.push(filesNotice.parse(JSON.parse(data.toString())));
    // Like a busy browser, it pauses the socket, so that the sender has to wait.
    if (waiting.length > 64) socket.pause();
    wake();
  });
  socket.once('close', () => {
    isEnded = true;
    wake();
  });
  const client: FilesClient = {
    say: (request) => socket.send(JSON.stringify(request)),
    sendBlocks(bytes, offset) {
      for (let at = 0; at < bytes.length; at += fileBlockLength) {
        const content = bytes.subarray(at, at + fileBlockLength);
        socket.send(encodeFileBlock({ offset: offset + at, content }), { binary: true });
      }
    },
    async next() {
      for (;;) {
        const message = waiting.shift();
        if (waiting.length === 0 && socket.isPaused) socket.resume();
        if (message !== undefined) return message;
        if (isEnded) throw new Error('the channel has ended');
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    async toEnd() {
      const notices: FilesNotice[] = [];
      for (;;) {
        const message = await client.next();
        if (message.type === 'block') throw new Error('a block where none was asked for');
        notices.push(message);
        if (message.type === 'done' || message.type === 'failed') return notices;
      }
    },
    async push(file, bytes, cutAt = Number.POSITIVE_INFINITY) {
      client.say({ type: 'push', size: bytes.length, ...file });
      const ready = await client.next();
      if (ready.type !== 'push_ready') return { from: 0, notices: ready.type === 'block' ? [] : [ready] };
      const isOurs = chainOf(bytes.subarray(0, ready.offset)) === ready.chain;
      const from = isOurs ? ready.offset : 0;
      let chain = chainOf(bytes.subarray(0, from));
      let received = from;
      client.say({ type: 'push_from', offset: from });
      const blocks = new BlockSender(socket, from);
      for (let at = from; at < bytes.length; at += fileBlockLength) {
        // The host acknowledges received bytes in steps.
        const mostAhead = at < cutAt ? fileWindowBytes : acknowledgeStepBytes;
        while (at - received >= mostAhead) {
          const notice = await client.next();
          if (notice.type === 'received') received = notice.bytes;
        }
        if (at >= cutAt) {
          socket.terminate();
          return { from, notices: [] };
        }
        const content = bytes.subarray(at, at + fileBlockLength);
        chain = nextChain(chain, content);
        await blocks.add(content);
      }
      await blocks.end();
      client.say({ type: 'push_end', chain });
      return { from, notices: await client.toEnd() };
    },
    async pull(...file) {
      const pieces: Uint8Array[] = [];
      await client.pullTo((piece) => pieces.push(piece), ...file);
      return Buffer.concat(pieces);
    },
    async pullTo(take, path, offset = 0, chain, cutAt = Number.POSITIVE_INFINITY) {
      client.say({ type: 'pull', path, offset, ...(chain === undefined ? {} : { chain }) });
      for (let length = 0; length < cutAt; ) {
        const message = await client.next();
        if (message.type === 'failed') throw new Error(message.detail);
        if (message.type === 'done') return;
        if (message.type !== 'block') continue;
        if (message.offset !== offset + length) throw new Error(`a block at ${message.offset}`);
        take(message.content);
        length += message.content.length;
      }
      socket.terminate();
    },
    close: () => socket.terminate(),
  };
  return client;
}

/** The hash chain of `stream-protocol/file-block.ts`. */
export function chainOf(bytes: Uint8Array): string {
  let chain = '00'.repeat(32);
  for (let at = 0; at < bytes.length; at += fileBlockLength)
    chain = nextChain(chain, bytes.subarray(at, at + fileBlockLength));
  return chain;
}

function nextChain(chain: string, content: Uint8Array): string {
  return createHash('sha256').update(Buffer.from(chain, 'hex')).update(content).digest('hex');
}
