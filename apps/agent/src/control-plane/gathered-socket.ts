// How a websocket that files come through is connected: read into one buffer of its own again and again, and put
// together frame by frame.
import { isIP, type NetConnectOpts, connect as netConnect, type Socket } from 'node:net';
import { type ConnectionOptions, connect as tlsConnect } from 'node:tls';
import type { ClientOptions } from 'ws';
import { SharedBuffers } from '../shared-buffers.ts';
import { FrameGatherer } from './frame-gatherer.ts';

/** Several reads of the kernel's at once, where they are there. */
const readLength: number = 128 * 1024;
/** What the inbox and the host's file may have of them at once. All channels share them: idle ones keep none. */
const frames = new SharedBuffers(24);

export type GatheredSocket = {
  readonly createConnection: NonNullable<ClientOptions['createConnection']>;
  /** For a message of this socket, or a view of it, that nobody reads any more. */
  giveBack(bytes: Uint8Array): void;
};

/** For one websocket. `maxPayload`: as `ws` has it. */
export function gatherFrames(isSecure: boolean, maxPayload: number): GatheredSocket {
  const open = (options: ConnectionOptions): Socket => {
    const gatherer = new FrameGatherer(frames, maxPayload, (bytes) => {
      if (!socket.destroyed) socket.emit('data', bytes);
    });
    const onread = {
      buffer: Buffer.allocUnsafeSlow(readLength),
      callback: (length: number, buffer: Uint8Array): boolean => {
        gatherer.push(Buffer.from(buffer.buffer, buffer.byteOffset, length));
        return true;
      },
    };
    // The path is HTTP's, as `ws` has it; a socket would take it for that of a socket in the file system.
    const { path: _, ...others } = options;
    const host = options.host ?? '';
    const socket: Socket = isSecure
      ? tlsConnect({ servername: isIP(host) === 0 ? host : '', ...others, onread } as ConnectionOptions)
      : netConnect({ ...others, onread } as NetConnectOpts);
    return socket;
  };
  return {
    createConnection: open as GatheredSocket['createConnection'],
    giveBack: (bytes) => frames.giveBack(bytes),
  };
}
