import { createServer, type IncomingMessage, type Server } from 'node:http';
import { parseFaults } from './faults.ts';
import type { Phone } from './phone.ts';
import { readJson } from './read-json.ts';

const MAX_BODY_BYTES = 16 * 1024;

/**
 * Serves faults over HTTP on loopback, for tests and the bench:
 * `GET /phones`, `POST /phones/{tag}/faults` with a JSON object, `POST /phones/{tag}/reboot` and `.../wipe`.
 */
export async function startControlServer(phones: readonly Phone[], port: number): Promise<Server> {
  const server = createServer((request, response) => {
    answer(phones, request).then(
      ({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      },
      () =>
        response.writeHead(500, { 'content-type': 'application/json' }).end('{"detail":"The phone failed."}'),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return server;
}

async function answer(
  phones: readonly Phone[],
  request: IncomingMessage,
): Promise<{ status: number; body: unknown }> {
  const path = request.url ?? '/';
  if (request.method === 'GET' && path === '/phones') {
    return { status: 200, body: phones.map(({ model, port, faults }) => ({ tag: model.tag, port, faults })) };
  }
  const match = /^\/phones\/([^/]+)\/(faults|reboot|wipe)$/.exec(path);
  const phone = phones.find(({ model }) => model.tag === match?.[1]);
  if (request.method !== 'POST' || match === null || phone === undefined) {
    return { status: 404, body: { detail: 'Not found.' } };
  }
  if (match[2] === 'faults') {
    const change = parseFaults(await readJson(request, MAX_BODY_BYTES).catch(() => undefined));
    if (typeof change === 'string') return { status: 400, body: { detail: change } };
    await phone.setFaults(change);
  } else if (match[2] === 'reboot') {
    await phone.reboot();
  } else {
    await phone.wipe();
  }
  return { status: 200, body: { tag: phone.model.tag, faults: phone.faults } };
}
