// A shell channel: a pty on the phone joined with a websocket. Output waits while the socket is full, so a
// phone that prints without end fills no memory; input waits while the phone takes none.
import { decodeShellMessage, encodeShellMessage } from '@pocketfleet/stream-protocol';
import type { Adb } from '@yume-chan/adb';
import type { WebSocket } from 'ws';

const maxWaitingBytes = 1024 * 1024;
const maxWaitingInputs = 256;
const maxOutputLength = 32 * 1024;
/** Often enough for the relay, which believes that a side is gone after 12 s of silence. */
const sayEveryMs = 4_000;

/** Resolves when the shell or the socket has ended. Rejects when the phone opens no shell. */
export async function joinShell(adb: Adb, socket: WebSocket): Promise<void> {
  // What the viewer types before the phone's shell is there waits in the socket.
  socket.pause();
  const shell = adb.subprocess.shellProtocol;
  const process = shell ? await shell.pty() : await adb.subprocess.noneProtocol.pty();
  // Rejects when the phone goes without an exit code; without a handler that would end the agent.
  const exited: Promise<number | undefined> = Promise.resolve(process.exited).catch(() => undefined);
  const input = process.input.getWriter();
  let waitingInputs = 0;
  const wait = holdBack(socket);
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    try {
      if (!isBinary) throw new Error('a shell has no text messages');
      const message = decodeShellMessage(data);
      if (message.type === 'input') {
        // What a program does not read yet waits in the socket.
        if (++waitingInputs === maxWaitingInputs) wait.begin();
        input
          .write(message.data)
          .catch(() => undefined)
          .finally(() => {
            if (waitingInputs-- === maxWaitingInputs) wait.end();
          });
      } else if (message.type === 'resize' && 'resize' in process) {
        Promise.resolve(process.resize(message.rows, message.columns)).catch(() => undefined);
      } else if (message.type !== 'resize') throw new Error('not for a phone');
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
 * Reads nothing from a socket for a while. Meanwhile no question of the other side is heard, nor its end: so it is told
 * that we are there, unasked (RFC 6455, 5.5.3), which fails once it is gone.
 */
function holdBack(socket: WebSocket): { begin: () => void; end: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => clearInterval(timer);
  socket.once('close', stop);
  return {
    begin: () => {
      if (socket.readyState !== socket.OPEN) return;
      socket.pause();
      timer = setInterval(() => socket.pong(), sayEveryMs);
    },
    end: () => {
      stop();
      socket.resume();
    },
  };
}
