import type { StreamQuality } from '@pocketfleet/contract';
import { decodePacket, decodeVideoConfig } from '@pocketfleet/stream-protocol';
import type { Faults } from '@pocketfleet/virtual-phone';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openLab, type PhoneLab } from '../test/phone-lab.ts';
import type { PacketSink } from './scrcpy/capture-parts.ts';

let lab: PhoneLab;
beforeEach(() => {
  lab = openLab();
});
afterEach(() => lab.stop());

/** A phone with these faults, and its runner once the phone is ready. */
async function startPhone(faults: Partial<Faults> = {}) {
  const phone = await lab.addPhone();
  await phone.setFaults(faults);
  const { runner, reports } = lab.addRunner(phone.port);
  await expect.poll(() => reports.at(-1)?.state, { timeout: 60_000 }).toBe('ready');
  return { phone, runner };
}

function heightOf(message: Uint8Array): number {
  return decodeVideoConfig(decodePacket(message).payload).height;
}

test('a failed capture reports the reason, and is not started again at once', async () => {
  const { phone, runner } = await startPhone({ encoderMaxSide: 10 });
  let failure = '';
  runner.capture('tile').join({
    send: () => undefined,
    failed: (detail) => {
      failure = detail;
    },
  });
  await expect.poll(() => failure, { timeout: 60_000 }).not.toBe('');
  expect(() => runner.capture('tile')).toThrow(failure);

  await phone.setFaults({ encoderMaxSide: null });
  const keys: boolean[] = [];
  const again = () =>
    runner.capture('tile').join({ send: (_, __, key) => keys.push(key), failed: () => undefined });
  await vi.waitFor(again, { timeout: 60_000, interval: 200 });
  await expect.poll(() => keys.includes(true), { timeout: 60_000 }).toBe(true);
});

test('an encoder that fails at the requested size gets the largest smaller size that works', async () => {
  // scrcpy's own server tries no size below 800.
  const { runner } = await startPhone({ encoderMaxSide: 500 });
  const heights: number[] = [];
  let hasKey = false;
  runner.capture('focus').join({
    send: (message, kind, key) => {
      hasKey ||= key;
      if (kind === 'video_config') heights.push(heightOf(message));
    },
    failed: (detail) => expect.unreachable(detail),
  });
  await expect.poll(() => hasKey, { timeout: 60_000 }).toBe(true);
  expect(heights[0]).toBe(480);
});

test('viewers get a sentence when the encoder fails at every size', async () => {
  const { runner } = await startPhone({ encoderMaxSide: 10 });
  let failure = '';
  runner.capture('tile_small').join({
    send: () => undefined,
    failed: (detail) => {
      failure = detail;
    },
  });
  await expect.poll(() => failure, { timeout: 60_000 }).toMatch(/^The phone’s video encoder fails, even for/);
});

test('a pause of this process is not taken for a frozen encoder', async () => {
  const { phone, runner } = await startPhone();
  const listen = vi.spyOn(phone.sockets, 'listen');
  let keys = 0;
  const capture = runner.capture('tile');
  capture.join({
    send: (_, kind, key) => {
      if (kind === 'video' && key) keys++;
    },
    failed: (detail) => expect.unreachable(detail),
  });
  await expect.poll(() => keys, { timeout: 60_000 }).toBeGreaterThan(0);
  const [before, servers] = [keys, listen.mock.calls.length];
  capture.requestKeyPacket();
  // Longer than an encoder has for its key packet, which nobody reads meanwhile.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4_000);
  await expect.poll(() => keys, { timeout: 60_000 }).toBeGreaterThan(before);
  expect(listen).toHaveBeenCalledTimes(servers);
});

test('a capture runs without audio while another program has it, and with audio later', async () => {
  const { phone, runner } = await startPhone({ audioTaken: true });
  const kinds = new Set<string>();
  const join = () =>
    runner.capture('focus').join({
      send: (_, kind) => kinds.add(kind),
      failed: (detail) => expect.unreachable(detail),
    });
  join();
  await expect.poll(() => kinds, { timeout: 60_000 }).toContain('video');
  expect(kinds).not.toContain('audio_config');

  await phone.setFaults({ audioTaken: false });
  runner.capture('focus').stop();
  join();
  await expect.poll(() => kinds, { timeout: 60_000 }).toContain('audio_config');
});

test('a viewer on a slow line gets small video with audio', async () => {
  const { runner } = await startPhone();
  const kinds = new Set<string>();
  let height = 0;
  runner.capture('lean').join({
    send: (message, kind) => {
      kinds.add(kind);
      if (kind === 'video_config') height = heightOf(message);
    },
    failed: () => undefined,
  });
  await expect.poll(() => kinds, { timeout: 60_000 }).toContain('audio_config');
  await expect.poll(() => height, { timeout: 60_000 }).toBeGreaterThan(800);
  expect(height).toBeLessThanOrEqual(1_024);
});

test('a viewer without WebCodecs gets video of at most 720p, in a capture of its own', async () => {
  const { runner } = await startPhone();
  const heights = new Map<StreamQuality, number>();
  for (const quality of ['focus', 'baseline'] as const) {
    runner.capture(quality).join({
      send: (message, kind) => {
        if (kind === 'video_config') heights.set(quality, heightOf(message));
      },
      failed: () => undefined,
    });
  }
  await expect.poll(() => heights.size, { timeout: 60_000 }).toBe(2);
  expect(heights.get('focus')).toBeGreaterThan(1280);
  expect(heights.get('baseline')).toBeGreaterThan(1000);
  expect(heights.get('baseline')).toBeLessThanOrEqual(1280);
});

test('a small tile is captured at a small size, also at lower frame rates', async () => {
  const { runner } = await startPhone();
  const heights: Partial<Record<StreamQuality, number>> = {};
  for (const quality of ['tile', 'tile_small', 'tile_slow', 'tile_slowest'] as const) {
    runner.capture(quality).join({
      send: (message, kind) => {
        if (kind === 'video_config') heights[quality] = heightOf(message);
      },
      failed: () => undefined,
    });
  }
  await expect
    .poll(() => heights, { timeout: 60_000 })
    .toEqual({ tile: 800, tile_small: 432, tile_slow: 432, tile_slowest: 432 });
});

test('the finger of a channel that is lost is lifted, although the picture is still recorded', async () => {
  const { phone, runner } = await startPhone();
  const { screen } = phone.world.android();
  const touch = screen.touch.bind(screen);
  const touches: string[] = [];
  screen.touch = (action, ...at) => {
    touches.push(action);
    touch(action, ...at);
  };
  const size = Promise.withResolvers<{ width: number; height: number }>();
  const channel: PacketSink = {
    send: (message, kind) => {
      if (kind === 'video_config') size.resolve(decodeVideoConfig(decodePacket(message).payload));
    },
    failed: (detail) => expect.unreachable(detail),
  };
  const capture = runner.capture('tile');
  capture.join(channel);
  capture.join({ send: () => undefined, failed: () => undefined });
  const { width: pictureWidth, height: pictureHeight } = await size.promise;
  const at = { x: 32_768, y: 32_768, pictureWidth, pictureHeight };
  const finger = { pointer: 0, tool: 'finger', buttons: 0, pressure: 65_535 } as const;
  capture.control({ type: 'touch', action: 'down', ...finger, ...at }, { owner: channel });
  await expect.poll(() => touches, { timeout: 60_000 }).toEqual(['down']);
  capture.leave(channel);
  await expect.poll(() => touches[1], { timeout: 60_000 }).toBe('cancel');
});
