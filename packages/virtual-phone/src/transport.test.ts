import { createPrivateKey, generateKeyPairSync, privateEncrypt, constants as rsa } from 'node:crypto';
import { PacketCommand } from '@pocketfleet/adb-device';
import { connectRaw, type RawHost } from '@pocketfleet/adb-device/testing/raw-host';
import { expect, test } from 'vitest';
import { startTestPhone } from './testing/test-phone.ts';

const { CNXN, AUTH, OPEN, OKAY, CLSE, WRTE } = PacketCommand;

test('the phone introduces itself with its properties and features', async () => {
  await using test = await startTestPhone();
  using host = await connectRaw(test.phone.port);
  const hello = await host.handshake();
  expect(hello.command).toBe(CNXN);
  expect(hello.arg0).toBe(0x01000001);
  expect(hello.arg1).toBe(1024 * 1024);
  expect(hello.checksum).toBe(0);
  expect(hello.payload.toString()).toMatch(
    /^device::ro\.product\.name=shiba;ro\.product\.model=Pixel 8;ro\.product\.device=shiba;features=shell_v2,cmd,/,
  );
});

test('an unknown service is refused with CLSE and stream 0', async () => {
  await using test = await startTestPhone();
  using host = await connectRaw(test.phone.port);
  await host.handshake();
  host.send(OPEN, 9, 0, 'localabstract:nobody\0');
  expect(await host.receive()).toMatchObject({ command: CLSE, arg0: 0, arg1: 9 });
});

test('the phone has one write of a stream in flight', async () => {
  await using test = await startTestPhone();
  using host = await connectRaw(test.phone.port);
  await host.handshake();
  await test.phone.world.files.writeFile('/sdcard/big', Buffer.alloc(3 * 1024 * 1024));
  host.send(OPEN, 1, 0, 'exec:cat /sdcard/big\0');
  const okay = await host.receive();
  expect(okay).toMatchObject({ command: OKAY, arg1: 1 });
  let received = (await host.receive()).payload.length;
  // A request on another stream is answered first, so no second write was sent before it.
  host.send(OPEN, 2, 0, 'localabstract:nobody\0');
  expect(await host.receive()).toMatchObject({ command: CLSE, arg1: 2 });
  while (received < 3 * 1024 * 1024) {
    host.send(OKAY, 1, okay.arg0);
    const packet = await host.receive();
    expect(packet.command).toBe(WRTE);
    received += packet.payload.length;
  }
  host.send(OKAY, 1, okay.arg0);
  expect(await host.receive()).toMatchObject({ command: CLSE, arg0: okay.arg0, arg1: 1 });
});

test('a host that sends without waiting is disconnected, and other hosts stay connected', async () => {
  await using test = await startTestPhone();
  using good = await connectRaw(test.phone.port);
  await good.handshake();
  using bad = await connectRaw(test.phone.port);
  await bad.handshake();
  // The service reads nothing.
  bad.send(OPEN, 1, 0, 'exec:sleep 100\0');
  const okay = await bad.receive();
  const piece = Buffer.alloc(256 * 1024);
  for (let sent = 0; sent <= 16 * 1024 * 1024; sent += piece.length) bad.send(WRTE, 1, okay.arg0, piece);
  bad.socket.resume();
  await bad.closed;
  good.send(OPEN, 1, 0, 'exec:echo alive\0');
  expect(await good.receive()).toMatchObject({ command: OKAY });
  expect((await good.receive()).payload.toString()).toBe('alive\n');
});

test('a window that was not negotiated is refused', async () => {
  await using test = await startTestPhone();
  using host = await connectRaw(test.phone.port);
  await host.handshake();
  host.send(OPEN, 1, 1024, 'exec:id\0');
  expect(await host.receive()).toMatchObject({ command: CLSE, arg1: 1 });
});

test('data for a closed stream is answered with CLSE', async () => {
  await using test = await startTestPhone();
  using host = await connectRaw(test.phone.port);
  await host.handshake();
  host.send(WRTE, 5, 77, 'late');
  expect(await host.receive()).toMatchObject({ command: CLSE, arg1: 5 });
});

test('bytes that are not adb end the connection', async () => {
  await using test = await startTestPhone();
  using host = await connectRaw(test.phone.port);
  host.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  host.socket.resume();
  await host.closed;
});

test('streams beyond the limit are refused, and the others continue', async () => {
  await using test = await startTestPhone();
  using host = await connectRaw(test.phone.port);
  await host.handshake();
  for (let id = 1; id <= 257; id++) host.send(OPEN, id, 0, 'exec:cat\0');
  const answers = [];
  for (let id = 1; id <= 257; id++) answers.push((await host.receive()).command);
  expect(answers.filter((command) => command === OKAY)).toHaveLength(256);
  expect(answers[256]).toBe(CLSE);
});

test('a host without an allowed key stays unauthorized until its key is allowed', async () => {
  await using test = await startTestPhone({ requireAuth: true });
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = privateKey.export({ format: 'jwk' });
  const publicKey = adbPublicKey(Buffer.from(jwk.n ?? '', 'base64url'));
  const sign = (token: Buffer) =>
    signToken(privateKey.export({ format: 'pem', type: 'pkcs1' }).toString(), token);

  using first = await connectRaw(test.phone.port);
  const token = await first.handshake();
  expect(token).toMatchObject({ command: AUTH, arg0: 1 });
  expect(token.payload).toHaveLength(20);
  first.send(AUTH, 2, 0, sign(token.payload));
  const again = await first.receive();
  expect(again).toMatchObject({ command: AUTH, arg0: 1 });
  expect(again.payload.equals(token.payload)).toBe(false);
  await expectRefused(first);
  first.send(AUTH, 3, 0, `${publicKey} someone@somewhere\0`);
  expect((await first.receive()).command).toBe(CNXN);

  using second = await connectRaw(test.phone.port);
  const next = await second.handshake();
  // A signature of an earlier token is not valid.
  second.send(AUTH, 2, 0, sign(token.payload));
  const renewed = await second.receive();
  expect(renewed.command).toBe(AUTH);
  expect(renewed.payload.equals(next.payload)).toBe(false);
  second.send(AUTH, 2, 0, sign(renewed.payload));
  expect((await second.receive()).command).toBe(CNXN);

  await test.phone.setFaults({ unauthorized: true });
  using third = await connectRaw(test.phone.port);
  const last = await third.handshake();
  third.send(AUTH, 2, 0, sign(last.payload));
  expect((await third.receive()).command).toBe(AUTH);
  // The connection stays open while the dialog is open.
  third.send(AUTH, 3, 0, `${publicKey} someone@somewhere\0`);
  await expectRefused(third);
  await test.phone.setFaults({ unauthorized: false });
  expect((await third.receive()).command).toBe(CNXN);
});

/** Requests before CNXN are ignored, so the reply to a later request comes first. */
async function expectRefused(host: RawHost): Promise<void> {
  host.send(OPEN, 1, 0, 'exec:id\0');
  host.send(AUTH, 2, 0, Buffer.alloc(256));
  expect((await host.receive()).command).toBe(AUTH);
}

function signToken(pem: string, token: Buffer): Buffer {
  const digestInfo = Buffer.concat([Buffer.from('3021300906052b0e03021a05000414', 'hex'), token]);
  return privateEncrypt({ key: createPrivateKey(pem), padding: rsa.RSA_PKCS1_PADDING }, digestInfo);
}

function adbPublicKey(modulus: Buffer): string {
  const struct = Buffer.alloc(524);
  struct.writeUInt32LE(64, 0);
  Buffer.from(modulus).reverse().copy(struct, 8);
  struct.writeUInt32LE(65_537, 520);
  return struct.toString('base64');
}
