import { connect, createServer, type Server } from 'node:net';
import { AdbPacketReader } from '../../apps/agent/src/adb/packet-reader.ts';

const writeCommand = 0x45545257;
/** scrcpy's INJECT_TOUCH_EVENT: 32 bytes that begin with 2. */
const touchLength = 32;
const touchKind = 2;

/** A server between an agent and the phone at this port. It calls `onTouch` with each of scrcpy's touch messages. */
export function tapPhone(port: number, onTouch: (touch: Buffer) => void): Server {
  return createServer((host) => {
    const phone = connect({ port, host: '127.0.0.1', noDelay: true });
    host.setNoDelay(true);
    const reader = new AdbPacketReader();
    host.on('data', (chunk: Buffer) => {
      for (const { command, payload } of reader.push(chunk)) {
        const isTouch =
          command === writeCommand && payload.length === touchLength && payload[0] === touchKind;
        if (isTouch) onTouch(Buffer.from(payload));
      }
      phone.write(chunk);
    });
    phone.pipe(host);
    for (const [one, other] of [
      [host, phone],
      [phone, host],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
}
