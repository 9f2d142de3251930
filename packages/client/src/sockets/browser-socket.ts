import { handshakeTimeoutMs, type OpenSocket, subprotocol } from './socket.ts';

export const openSocket: OpenSocket = (request, events) => {
  const socket = new WebSocket(request.address, [subprotocol, request.ticket]);
  socket.binaryType = 'arraybuffer';
  let isOver = false;
  const end = (code: number, reason: string): void => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    events.onClose(code, reason);
  };
  const cut = (): void => {
    socket.close();
    end(1006, '');
  };
  let timer = setTimeout(cut, handshakeTimeoutMs);
  const hear = (): void => {
    clearTimeout(timer);
    if (request.hasHeartbeats) timer = setTimeout(cut, request.silentAfterMs);
  };
  socket.onopen = () => {
    if (isOver) return;
    hear();
    events.onOpen();
  };
  socket.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isOver) return;
    hear();
    events.onMessage(data instanceof ArrayBuffer ? new Uint8Array(data) : String(data));
  };
  socket.onclose = ({ code, reason }) => end(code, reason);
  return {
    send(data) {
      if (socket.readyState === WebSocket.OPEN) socket.send(data as string | Uint8Array<ArrayBuffer>);
      return undefined;
    },
    close: (code) => socket.close(code),
    cut,
    pause: () => undefined,
    resume: () => undefined,
    keepAlive: () => undefined,
  };
};
