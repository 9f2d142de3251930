// A node that is started while its database is absent, frozen or full, as a process of its own.
import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { findFreePort } from '../../../../tools/postgres/free-port.ts';
import { type ApiProcess, spawnApiProcess } from '../../test/api-process.ts';
import { startStatementProxy } from '../../test/statement-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';

const patience = { timeout: 60_000, interval: 50 };
let database: TestDatabase;
let port: number;
let operator: string;
let api: ApiProcess & { ready: Promise<void>; messages: unknown[] };

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(() => api?.kill());
afterAll(() => database?.drop());

async function startApi(): Promise<void> {
  port = await findFreePort();
  const [site, operatorPort, agents] = [await findFreePort(), await findFreePort(), await findFreePort()];
  operator = `http://127.0.0.1:${operatorPort}`;
  const url = new URL(database.url);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  api = spawnApiProcess({
    DATABASE_URL: url.href,
    PORT: String(site),
    OPERATOR_PORT: String(operatorPort),
    AGENT_PORT: String(agents),
    NODE_URL: `ws://127.0.0.1:${agents}`,
  });
}

/** Listens on the port of the database in its place. */
async function standIn(onSocket: (socket: Socket) => void): Promise<() => Promise<void>> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onSocket(socket);
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  return async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((done) => server.close(done));
  };
}

/** Sends PostgreSQL's ErrorResponse, as a server that can't begin a session does. */
function refuseSession(socket: Socket, code: string, message: string): void {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  socket.once('data', () => socket.end(Buffer.concat([head, fields])));
}

const waitsFor = (text: string) =>
  vi.waitFor(
    () => expect(api.messages).toContainEqual({ waiting: expect.stringContaining(text) as string }),
    patience,
  );

test('a node whose database is absent, then frozen, then full reports that it waits, and starts when the database is there', async () => {
  await startApi();
  await waitsFor('ECONNREFUSED');
  const ready = await fetch(`${operator}/health/ready`);
  expect([ready.status, ready.headers.get('retry-after'), await ready.json()]).toMatchObject([
    503,
    '5',
    { status: 'not_ready', waits_for: 'database' },
  ]);
  expect((await fetch(`${operator}/health/live`)).status).toBe(200);
  const thaw = await standIn(() => undefined);
  await waitsFor('timeout');
  await thaw();
  const makeRoom = await standIn((socket) =>
    refuseSession(socket, '53100', 'could not write init file: No space left on device'),
  );
  await waitsFor('No space left on device');
  await makeRoom();
  const proxy = await startStatementProxy(database.url, port);
  await api.ready;
  expect(api.messages.at(-1)).toEqual({ ready: true });
  expect((await fetch(`${operator}/health/ready`)).status).toBe(200);
  await api.kill();
  await proxy.stop();
});

test('a node whose password is refused ends with the reason, because waiting can’t help', async () => {
  await startApi();
  const stop = await standIn((socket) => refuseSession(socket, '28P01', 'password authentication failed'));
  await expect(api.ready).rejects.toThrow('main.ts ended with 1');
  await stop();
});
