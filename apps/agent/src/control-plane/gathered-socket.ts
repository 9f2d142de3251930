// Connects the websocket of a files channel or a bridge. It reads into one reused buffer and hands whole frames to `ws`. A push
// takes half of the agent's CPU so (decision 070).
import { isIP, type NetConnectOpts, connect as netConnect, type Socket } from 'node:net';
import { type ConnectionOptions, connect as tlsConnect } from 'node:tls';
import type { ClientOptions } from 'ws';
import { SharedBuffers } from '../shared-buffers.ts';
import { FrameGatherer } from './frame-gatherer.ts';

const readLength: number = 128 * 1024;
/** As many as a bridge's widest stream has on its way. All channels share them, so an idle one costs nothing. */
const frames = new SharedBuffers(64);

export type GatheredSocket = {
  readonly createConnection: NonNullable<ClientOptions['createConnection']>;
  /** Call it with a message of this socket, or a view of one, that is no longer read. */
  release(bytes: Uint8Array): void;
};

/** Creates the options for one websocket. `maxPayload` is that of `ws`. */
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
    // `path` is the URL's path; net.connect would take it for the path of a Unix socket.
    const { path: _, ...others } = options;
    const host = options.host ?? '';
    const socket: Socket = isSecure
      ? tlsConnect({ servername: isIP(host) === 0 ? host : '', ...others, onread } as ConnectionOptions)
      : netConnect({ ...others, onread } as NetConnectOpts);
    return socket;
  };
  return {
    createConnection: open as GatheredSocket['createConnection'],
    release: (bytes) => frames.release(bytes),
  };
}
