// Serves the pages that were rendered at build. Their link previews need absolute URLs, and only the running product knows
// its own origin, so the URLs are completed here. Each page is compressed once, at its first request; @fastify/static
// would serve it without the origin.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding, type Encoding } from './accepted-encoding.ts';

type Compressed = { body: Buffer; etag: string };

const compress: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body) => promisify(gzip)(body, { level: constants.Z_BEST_COMPRESSION }),
  identity: async (body) => body,
};

/** Creates the handler for the page in this file. */
export function createPageHandler(file: string, publicUrl: string) {
  const cache = new Map<Encoding, Promise<Compressed>>();
  const read = async (encoding: Encoding): Promise<Compressed> => {
    const html = withAbsoluteUrls(await readFile(file, 'utf8'), publicUrl);
    const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}-${encoding}"`;
    return { body: await compress[encoding](Buffer.from(html)), etag };
  };
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const encoding = acceptedEncoding(request.headers['accept-encoding']);
    const compressed = cache.get(encoding) ?? read(encoding);
    cache.set(encoding, compressed);
    const { body, etag } = await compressed;
    reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding').header('etag', etag);
    if (request.headers['if-none-match'] === etag) return reply.status(304).send();
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.type('text/html; charset=utf-8').send(body);
  };
}

/** Completes paths such as `/social-preview.png` in the tags of link previews. */
function withAbsoluteUrls(html: string, publicUrl: string): string {
  return html.replace(
    /(<meta property="og:(?:image|url)" content=")(\/[^"]*)/g,
    (_, start: string, path: string) => start + new URL(path, publicUrl).href,
  );
}
