// A shell channel: connects a pty on the phone with a websocket. Both directions have backpressure, so neither endless
// output nor unread input fills the memory.
import { decodeShellMessage, encodeShellMessage } from '@pocketfleet/stream-protocol';
import type { Adb } from '@yume-chan/adb';
import type { WebSocket } from 'ws';

const maxWaitingBytes = 1024 * 1024;
const maxWaitingInputs = 256;
const maxOutputLength = 32 * 1024;
/** The relay closes a channel after 12 s of silence. */
const pongIntervalMs = 4_000;

/** Resolves when the shell or the socket has ended. Rejects when the phone can't open a shell. */
export async function joinShell(adb: Adb, socket: WebSocket): Promise<void> {
  // Input that arrives before the phone's shell is open waits in the socket.
  socket.pause();
  const shell = adb.subprocess.shellProtocol;
  const process = shell ? await shell.pty() : await adb.subprocess.noneProtocol.pty();
  // `exited` rejects when the phone is disconnected; an unhandled rejection would end the agent.
  const exited: Promise<number | undefined> = Promise.resolve(process.exited).catch(() => undefined);
  const input = process.input.getWriter();
  let waitingInputs = 0;
  const reading = pausableReading(socket);
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    try {
      if (!isBinary) throw new Error('a shell channel has no text messages');
      const message = decodeShellMessage(data);
      if (message.type === 'input') {
        if (++waitingInputs === maxWaitingInputs) reading.pause();
        input
          .write(message.data)
          .catch(() => undefined)
          .finally(() => {
            if (waitingInputs-- === maxWaitingInputs) reading.resume();
          });
      } else if (message.type === 'resize' && 'resize' in process) {
        Promise.resolve(process.resize(message.rows, message.columns)).catch(() => undefined);
      } else if (message.type !== 'resize') throw new Error('not a message for a phone');
    } catch {
      socket.close(4400);
    }
  });
  socket.resume();
  socket.once('close', () => void Promise.resolve(process.kill()).catch(() => undefined));
  if (socket.readyState !== socket.OPEN) return void process.kill();
  for await (const chunk of process.output) {
    for (let at = 0; at < chunk.length; at += maxOutputLength) {
      const data = chunk.subarray(at, at + maxOutputLength);
      const sent = new Promise<void>((resolve) =>
        socket.send(encodeShellMessage({ type: 'output', data }), () => resolve()),
      );
      if (socket.bufferedAmount > maxWaitingBytes) await sent;
    }
  }
  const code = await exited;
  if (socket.readyState !== socket.OPEN) return;
  if (code !== undefined) socket.send(encodeShellMessage({ type: 'exit', code: code & 255 }));
  socket.close(1000);
}

/**
 * Pauses and resumes reading a socket. A paused socket receives neither pings nor the end of the connection, so it sends
 * unsolicited pongs (RFC 6455, 5.5.3): they show the relay that we are alive, and fail once the relay is gone.
 */
function pausableReading(socket: WebSocket): { pause: () => void; resume: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => clearInterval(timer);
  socket.once('close', stop);
  return {
    pause: () => {
      if (socket.readyState !== socket.OPEN) return;
      socket.pause();
      timer = setInterval(() => socket.pong(), pongIntervalMs);
    },
    resume: () => {
      stop();
      socket.resume();
    },
  };
}
