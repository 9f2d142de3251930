// Receives signed webhooks. The signature covers the exact bytes of the body, so the body is passed on unparsed.
import type { IncomingHttpHeaders } from 'node:http';
import type { HttpServer } from './http-server.ts';

const bodyLimitBytes = 256 * 1024;

/** Accepts POST `path` with any JSON body, and answers 200 once `work` is done. */
export async function receiveRaw(
  server: HttpServer,
  path: string,
  work: (raw: Buffer, headers: IncomingHttpHeaders) => Promise<void>,
): Promise<void> {
  // In a scope of its own, so that the bodies of other calls are parsed as usual.
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(path, { bodyLimit: bodyLimitBytes }, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      await work(body, request.headers);
      return reply.header('cache-control', 'no-store').send({ received: true });
    });
  });
}
