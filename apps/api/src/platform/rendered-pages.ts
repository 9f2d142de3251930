// The pages that were rendered at build. Their previews for links need whole addresses, and only the running product
// knows its own: it is put in here, and each page is packed once, when it is first asked for.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Encoding = 'br' | 'gzip' | 'identity';
type Packed = { body: Buffer; etag: string };

const pack: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
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

/** An answer to a request for the page in this file. */
export function renderedPage(file: string, publicUrl: string) {
  const packed = new Map<Encoding, Promise<Packed>>();
  const read = async (encoding: Encoding): Promise<Packed> => {
    const html = withWholeAddresses(await readFile(file, 'utf8'), publicUrl);
    const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}-${encoding}"`;
    return { body: await pack[encoding](Buffer.from(html)), etag };
  };
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const encoding = encodingOf(request.headers['accept-encoding'] ?? '');
    const wanted = packed.get(encoding) ?? read(encoding);
    packed.set(encoding, wanted);
    const { body, etag } = await wanted;
    reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding').header('etag', etag);
    if (request.headers['if-none-match'] === etag) return reply.status(304).send();
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.type('text/html; charset=utf-8').send(body);
  };
}

/** Previews name `/social-preview.png` and `/terms`: readers of previews want the host before it. */
function withWholeAddresses(html: string, publicUrl: string): string {
  return html.replace(
    /(<meta property="og:(?:image|url)" content=")(\/[^"]*)/g,
    (_, start: string, path: string) => start + new URL(path, publicUrl).href,
  );
}

function encodingOf(accepted: string): Encoding {
  const names = accepted.split(',').filter((each) => !/;\s*q=0(?:\.0*)?\s*$/.test(each));
  const has = (name: string) => names.some((each) => each.trim().split(';')[0] === name);
  if (has('br')) return 'br';
  return has('gzip') ? 'gzip' : 'identity';
}
