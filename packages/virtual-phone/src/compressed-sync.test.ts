import { brotliCompressSync, brotliDecompressSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { PacketCommand } from '@pocketfleet/adb-device';
import { connectRaw, type RawHost } from '@pocketfleet/adb-device/testing/raw-host';
import { SyncFlag, SyncId } from '@pocketfleet/android-shell';
import { expect, test } from 'vitest';
import { startTestPhone } from './testing/test-phone.ts';

const PATH = '/data/local/tmp/compressed';
const TEXT = Buffer.from('a line that repeats itself\n'.repeat(20_000));

test.each([
  ['brotli', SyncFlag.brotli, brotliCompressSync, brotliDecompressSync],
  ['zstd', SyncFlag.zstd, zstdCompressSync, zstdDecompressSync],
] as const)(
  '%s files are unpacked when they come and packed when they go',
  async (_name, flag, pack, unpack) => {
    await using phone = await startTestPhone();
    using host = await connectRaw(phone.phone.port);
    const sync = await openSync(host);
    sync.write(send(flag, pack(TEXT)));
    expect(await sync.record()).toMatchObject({ id: SyncId.OKAY });
    expect(Buffer.from(await phone.phone.world.files.readFile(PATH)).equals(TEXT)).toBe(true);

    sync.write(Buffer.concat([request(SyncId.RCV2), words(SyncId.RCV2, flag)]));
    const packed: Buffer[] = [];
    for (let next = await sync.record(); next.id !== SyncId.DONE; next = await sync.record())
      packed.push(next.data);
    expect(Buffer.concat(packed).length).toBeLessThan(TEXT.length / 10);
    expect(unpack(Buffer.concat(packed)).equals(TEXT)).toBe(true);
  },
);

test('a dry run checks what comes and stores nothing', async () => {
  await using phone = await startTestPhone();
  using host = await connectRaw(phone.phone.port);
  const sync = await openSync(host);
  sync.write(send((SyncFlag.brotli | SyncFlag.dryRun) >>> 0, brotliCompressSync(TEXT)));
  expect(await sync.record()).toMatchObject({ id: SyncId.OKAY });
  expect(() => phone.phone.world.files.stat(PATH)).toThrow('No such file');
});

test.each([
  ['lz4, which the phone does not offer', SyncFlag.lz4, Buffer.from('anything')],
  ['bytes that are no brotli', SyncFlag.brotli, Buffer.alloc(64, 0xff)],
])('%s is refused with a reason', async (_name, flag, bytes) => {
  await using phone = await startTestPhone();
  using host = await connectRaw(phone.phone.port);
  const sync = await openSync(host);
  sync.write(send(flag, bytes));
  const { id, data } = await sync.record();
  expect(id).toBe(SyncId.FAIL);
  expect(data.length).toBeGreaterThan(0);
});

function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32LE(value, at * 4);
  return bytes;
}

const request = (id: number) => Buffer.concat([words(id, PATH.length), Buffer.from(PATH)]);

/** A whole SND2: request, mode and flags, one record of data, the time. */
function send(flags: number, bytes: Buffer): Buffer {
  const setup = words(SyncId.SND2, 0o100644, flags);
  const data = Buffer.concat([words(SyncId.DATA, bytes.length), bytes]);
  return Buffer.concat([request(SyncId.SND2), setup, data, words(SyncId.DONE, 1_700_000_000)]);
}

/** A `sync:` stream, of which the answers' records are read one after the other. */
async function openSync(host: RawHost) {
  await host.handshake('sendrecv_v2,sendrecv_v2_brotli,sendrecv_v2_zstd');
  host.send(PacketCommand.OPEN, 1, 0, 'sync:\0');
  const { arg0: device } = await host.receive();
  let unread = Buffer.alloc(0);
  const take = async (length: number) => {
    while (unread.length < length) {
      const packet = await host.receive();
      if (packet.command !== PacketCommand.WRTE) continue;
      host.send(PacketCommand.OKAY, 1, device);
      unread = Buffer.concat([unread, packet.payload]);
    }
    const bytes = unread.subarray(0, length);
    unread = unread.subarray(length);
    return bytes;
  };
  return {
    write: (bytes: Buffer) => host.send(PacketCommand.WRTE, 1, device, bytes),
    async record() {
      const head = await take(8);
      const id = head.readUInt32LE(0);
      const counted = id === SyncId.DATA || id === SyncId.FAIL;
      return { id, data: counted ? await take(head.readUInt32LE(4)) : Buffer.alloc(0) };
    },
  };
}
