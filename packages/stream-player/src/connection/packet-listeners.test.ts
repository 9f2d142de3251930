import type { Packet } from '@pocketfleet/stream-protocol';
import { expect, it } from 'vitest';
import { createPacketTap } from './packet-listeners.ts';

const packet = (kind: Packet['kind'], byte: number): Packet => ({
  kind,
  key: false,
  sequence: 0,
  ptsUs: 0n,
  relayTimeMs: 0,
  payload: Uint8Array.of(byte),
});

it('whoever listens later gets the configurations that hold, as they were', () => {
  const tap = createPacketTap();
  const config = packet('video_config', 1);
  tap.pass(config);
  config.payload[0] = 9; // its buffer is given away
  tap.pass(packet('audio_config', 2));
  tap.pass(packet('video_config', 3));
  tap.pass(packet('video', 4));
  const heard: number[] = [];
  const stop = tap.listen(({ payload }) => heard.push(payload[0] ?? 0));
  tap.pass(packet('video', 5));
  stop();
  tap.pass(packet('video', 6));
  expect(heard.toSorted()).toEqual([2, 3, 5]);
});
