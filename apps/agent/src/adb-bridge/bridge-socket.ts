// The websocket of a bridge, as its two ends use it.
import type { WebSocket } from 'ws';

/** While more than this waits in the socket, writers wait. */
const maxWaitingBytes = 4 * 1024 * 1024;

export type BridgeSocket = {
  /** The promise resolves when the socket can take more. `onSent` is called once the message is no longer read. */
  send: (message: Uint8Array, onSent: () => void) => Promise<void> | undefined;
  onMessage: (listener: (message: Uint8Array) => void) => void;
  onClose: (listener: () => void) => void;
  /** The other side has broken the protocol. */
  close: () => void;
  /** Call it with a message, or a view of one, that is no longer read. */
  release: (bytes: Uint8Array) => void;
};

export function bridgeSocketOf(socket: WebSocket, release: BridgeSocket['release']): BridgeSocket {
  return {
    release,
    send: (message, onSent) => {
      if (socket.readyState !== socket.OPEN) return undefined;
      if (socket.bufferedAmount < maxWaitingBytes) return void socket.send(message, onSent);
      return new Promise((resolve) =>
        socket.send(message, () => {
          onSent();
          resolve();
        }),
      );
    },
    onMessage: (listener) => {
      socket.on('message', (data: Buffer, isBinary: boolean) => {
        if (!isBinary) return socket.close(4400);
        if (socket.readyState === socket.OPEN) listener(data);
      });
    },
    onClose: (listener) => {
      if (socket.readyState === socket.CLOSED) listener();
      else socket.once('close', listener);
    },
    close: () => socket.close(4400),
  };
}
