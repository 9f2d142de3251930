// Node 20 has no websocket of its own, and no version's can hold back or hear pings.
import type { Socket as NetSocket } from 'node:net';
import { WebSocket } from 'ws';
import { handshakeTimeoutMs, type OpenSocket, subprotocol } from './socket.ts';

/** The bytes that may wait to be sent, before `send` asks its caller to wait. */
const maxWaitingBytes = 4 * 1024 * 1024;

export const openSocket: OpenSocket = (request, events) => {
  const socket = new WebSocket(request.address, [subprotocol, request.ticket], {
    perMessageDeflate: false,
    handshakeTimeout: handshakeTimeoutMs,
    maxPayload: request.maxMessageBytes,
  });
  socket.binaryType = 'nodebuffer';
  let wire: NetSocket | undefined;
  let heardAtMs = performance.now();
  const hear = (): void => {
    heardAtMs = performance.now();
  };
  const silence = setInterval(() => {
    if (socket.isPaused) hear();
    else if (performance.now() - heardAtMs > request.silentAfterMs) socket.terminate();
  }, 1_000);
  silence.unref();
  socket.on('upgrade', (response) => {
    wire = response.socket;
    wire.setNoDelay(true);
  });
  socket.on('open', () => {
    hear();
    events.onOpen();
  });
  socket.on('ping', hear);
  socket.on('message', (data: Buffer<ArrayBuffer>, isBinary) => {
    hear();
    events.onMessage(isBinary ? data : data.toString());
  });
  socket.on('error', () => undefined);
  socket.once('close', (code, reason) => {
    clearInterval(silence);
    events.onClose(code, reason.toString());
  });
  return {
    send(data) {
      if (socket.readyState !== socket.OPEN) return undefined;
      if (socket.bufferedAmount < maxWaitingBytes) {
        socket.send(data);
        return undefined;
      }
      return new Promise((resolve) => socket.send(data, () => resolve()));
    },
    // A paused socket reads no answer to its goodbye.
    close: (code) => (socket.isPaused ? socket.terminate() : socket.close(code)),
    cut: () => socket.terminate(),
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    keepAlive(isWanted) {
      if (isWanted) wire?.ref();
      else wire?.unref();
    },
  };
};
