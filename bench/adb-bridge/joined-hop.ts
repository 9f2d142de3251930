// One hop of the baseline of the adb-bridge row: bytes from one connection to another, unread.
// `joined-hop.ts tcp ws://…` listens for TCP, `joined-hop.ts ws tcp://HOST:PORT` for websockets; sends its port.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createWebSocketStream, WebSocket, WebSocketServer } from 'ws';

const highWaterMark = 1024 * 1024;
const [from, target = ''] = process.argv.slice(2);

function join(near: Duplex): void {
  const far = dial();
  pipeline(near, far, near).catch(() => {
    near.destroy();
    far.destroy();
  });
}

function dial(): Duplex {
  const { protocol, hostname, port } = new URL(target);
  if (protocol === 'tcp:') return connect({ host: hostname, port: Number(port), noDelay: true });
  return createWebSocketStream(new WebSocket(target, { perMessageDeflate: false }), { highWaterMark });
}

const server = createServer({ noDelay: true });
if (from === 'tcp') server.on('connection', join);
else {
  const { createServer: createHttp } = await import('node:http');
  // A line asks what it stands before for its relays, and would wait five minutes for an answer.
  const http = createHttp((_, response) => response.writeHead(426).end());
  new WebSocketServer({ server: http, perMessageDeflate: false }).on('connection', (socket) =>
    join(createWebSocketStream(socket, { highWaterMark })),
  );
  server.on('connection', (socket) => http.emit('connection', socket));
}
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.send?.((server.address() as AddressInfo).port);
process.on('disconnect', () => process.exit());
