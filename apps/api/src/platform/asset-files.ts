// Serves the files of assets/ from memory. Their names carry a hash of their content, so what was read once never changes. A
// page of the panel loads a hundred of them. @fastify/static would list the whole folder for each, because it compares the
// spelling of names, and then open, read and close the file.
import { readdirSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { acceptedEncoding, type Encoding } from './accepted-encoding.ts';
import type { HttpServer } from './http-server.ts';

/** Videos are read in parts, so they stay on the disk. */
const typeOf: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
const endingOf: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz', identity: '' };
/** The whole site has 8 MB, of which a browser asks for the compressed 3. */
const mostBytes = 32 * 1024 * 1024;
const mostBytesOfFile = 1024 * 1024;

/** `headersOf` gets a file's path below `root`. Anything else in the folder is left to `reply.sendFile`. */
export function serveAssets(
  server: HttpServer,
  root: string,
  headersOf: (path: string) => Readonly<Record<string, string>>,
): void {
  const read = createReader(join(root, 'assets'));
  server.get<{ Params: { name: string } }>('/assets/:name', async (request, reply) => {
    const { name } = request.params;
    if (!/^[\w.-]+$/.test(name)) return reply.callNotFound();
    const type = typeOf[extname(name)];
    const found =
      type === undefined ? undefined : await read(name, acceptedEncoding(request.headers['accept-encoding']));
    if (type === undefined || found === undefined) return reply.sendFile(`assets/${name}`);
    reply.headers(headersOf(`assets/${name}`)).header('vary', 'accept-encoding');
    if (found.encoding !== 'identity') reply.header('content-encoding', found.encoding);
    return reply.type(type).send(found.body);
  });
}

type Found = { readonly body: Buffer; readonly encoding: Encoding };

function createReader(folder: string): (name: string, wanted: Encoding) => Promise<Found | undefined> {
  // Only these names are kept: a stranger can't fill the memory with others.
  const names = new Set(listFolder(folder));
  const kept = new Map<string, Promise<Buffer | undefined>>();
  let bytes = 0;
  const readOnce = async (name: string): Promise<Buffer | undefined> => {
    try {
      const { size } = await stat(join(folder, name));
      if (size > mostBytesOfFile || bytes + size > mostBytes) return undefined;
      bytes += size;
      return await readFile(join(folder, name));
    } catch {
      return undefined;
    }
  };
  return async (name, wanted) => {
    // Short files have no compressed ones beside them.
    const encoding = names.has(name + endingOf[wanted]) ? wanted : 'identity';
    const file = name + endingOf[encoding];
    if (!names.has(name) || !names.has(file)) return undefined;
    const reading = kept.get(file) ?? readOnce(file);
    kept.set(file, reading);
    const body = await reading;
    return body && { body, encoding };
  };
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
