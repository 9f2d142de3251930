// A host that asks for services without end.
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { AdbServer } from './adb-server.ts';
import { encodeHeader, PacketCommand } from './packet.ts';
import type { ServiceReply } from './transport.ts';

function packet(command: number, arg0: number, arg1: number, text: string): Buffer {
  const payload = Buffer.from(`${text}\0`);
  return Buffer.concat([encodeHeader(command, arg0, arg1, payload.length, 0), payload]);
}

test('requests that are not answered count as streams: the others are refused at once', async () => {
  const asked: ServiceReply[] = [];
  const server = new AdbServer(
    {
      features: [],
      banner: () => Buffer.from('device::'),
      auth: { required: () => false, knownKeys: () => [], allow: async () => true },
      openService: (_transport, _service, reply) => void asked.push(reply),
    },
    { bytesPerSecond: undefined, frozen: false },
    '127.0.0.1',
  );
  await server.listen(0);
  const host = connect(server.port, '127.0.0.1');
  const closes: number[] = [];
  let received = Buffer.alloc(0);
  host.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    while (received.length >= 24) {
      const end = 24 + received.readUInt32LE(12);
      if (received.length < end) return;
      if (received.readUInt32LE(0) === PacketCommand.CLSE) closes.push(received.readUInt32LE(8));
      received = received.subarray(end);
    }
  });
  try {
    host.write(packet(PacketCommand.CNXN, 0x0100_0001, 1024 * 1024, 'host::'));
    for (let id = 1; id <= 300; id += 1) host.write(packet(PacketCommand.OPEN, id, 0, 'shell:'));
    await expect.poll(() => closes.length).toBe(44);
    expect(asked).toHaveLength(256);
    for (const reply of asked) reply.refuse();
    await expect.poll(() => closes.length).toBe(300);
    host.write(packet(PacketCommand.OPEN, 301, 0, 'shell:'));
    await expect.poll(() => asked.length).toBe(257);
  } finally {
    host.destroy();
    await server.close();
  }
});
