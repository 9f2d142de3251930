import { expect, vi } from 'vitest';
import type { Phone } from '../phone.ts';

export interface WatchedVideo extends AsyncDisposable {
  /** The number of complete packets, including config packets. */
  readonly packets: number;
  /** The server's output. */
  readonly printed: readonly string[];
  untilHeader(): Promise<void>;
  untilPackets(count: number): Promise<void>;
}

const HEADER_BYTES = 12;
const LIMIT_MS = 10_000;

/** Starts a scrcpy server on the phone and counts its video packets. `argument` is one option of the server. */
export async function videoOf(phone: Phone, argument: string): Promise<WatchedVideo> {
  const printed: string[] = [];
  const fixed = ['audio=false', 'control=false', 'send_dummy_byte=false', 'send_device_meta=false'];
  const run = phone.world
    .android()
    .startScrcpyServer(['3.3.3', 'tunnel_forward=true', ...fixed, argument], (line) => printed.push(line));
  const socket = await vi.waitFor(() => phone.sockets.connect('scrcpy'), { timeout: LIMIT_MS });
  let rest: Buffer = Buffer.alloc(0);
  let headerCame = false;
  let packets = 0;
  socket.on('data', (data: Buffer) => {
    rest = Buffer.concat([rest, data]);
    if (!headerCame && rest.length >= HEADER_BYTES) {
      headerCame = true;
      rest = rest.subarray(HEADER_BYTES);
    }
    while (headerCame && rest.length >= HEADER_BYTES) {
      const end = HEADER_BYTES + rest.readUInt32BE(8);
      if (rest.length < end) return;
      rest = rest.subarray(end);
      packets++;
    }
  });
  socket.on('error', () => undefined);
  const until = (condition: () => boolean) =>
    vi.waitFor(() => expect(condition()).toBe(true), { timeout: LIMIT_MS, interval: 10 });
  return {
    get packets() {
      return packets;
    },
    printed,
    untilHeader: () => until(() => headerCame),
    untilPackets: (count) => until(() => packets >= count),
    async [Symbol.asyncDispose]() {
      run.stop();
      socket.destroy();
      await run.done;
    },
  };
}
