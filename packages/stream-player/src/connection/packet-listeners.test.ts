import type { Packet } from '@pocketfleet/stream-protocol';
import { expect, it } from 'vitest';
import { createPacketListeners } from './packet-listeners.ts';

const packet = (kind: Packet['kind'], byte: number): Packet => ({
  kind,
  key: false,
  sequence: 0,
  ptsUs: 0n,
  relayTimeMs: 0,
  payload: Uint8Array.of(byte),
});

it('a later listener receives the current configurations, unchanged', () => {
  const listeners = createPacketListeners();
  const config = packet('video_config', 1);
  listeners.notify(config);
  config.payload[0] = 9; // Its buffer is transferred.
  listeners.notify(packet('audio_config', 2));
  listeners.notify(packet('video_config', 3));
  listeners.notify(packet('video', 4));
  const received: number[] = [];
  const stop = listeners.add(({ payload }) => received.push(payload[0] ?? 0));
  listeners.notify(packet('video', 5));
  stop();
  listeners.notify(packet('video', 6));
  expect(received.toSorted()).toEqual([2, 3, 5]);
});
