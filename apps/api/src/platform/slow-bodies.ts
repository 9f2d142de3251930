// Bodies that may come over a slow line. Node has one time limit for all requests of a server, so those that may not be slow
// have a limit of their own here. A route lifts it once it knows who sends.
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** How long a client that is refused may still send: an answer that arrives before the end of the connection is read. */
const lingerMs = 1_000;

const timers = new WeakMap<object, NodeJS.Timeout>();

/** `onSlow` answers on the socket itself and ends it. */
export function limitBodies(
  server: FastifyInstance,
  mostMs: number,
  onSlow: (error: NodeJS.ErrnoException, socket: Socket) => void,
): void {
  server.addHook('onRequest', ({ raw }, _reply, done) => {
    const timer = setTimeout(() => {
      const error = Object.assign(new Error('the body is too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      // A request that was injected has no socket.
      if (!raw.complete && raw.socket instanceof Socket) onSlow(error, raw.socket);
    }, mostMs).unref();
    timers.set(raw, timer);
    for (const end of ['end', 'close']) raw.once(end, () => clearTimeout(timer));
    done();
  });
  // Otherwise a client that was refused before its body could go on sending it, and keep its connection.
  server.addHook('onResponse', ({ raw }, _reply, done) => {
    if (!raw.complete && raw.socket instanceof Socket) {
      const { socket } = raw;
      setTimeout(() => {
        if (!raw.complete) socket.destroy();
      }, lingerMs).unref();
    }
    done();
  });
}

/** From now on only the server's limit for whole requests counts. Strangers must be refused before. */
export function allowSlowBody({ raw }: FastifyRequest): void {
  clearTimeout(timers.get(raw));
}
