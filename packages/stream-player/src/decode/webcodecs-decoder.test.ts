// How the decoder recovers, with a fake VideoDecoder that fails on demand.
import { codecs, encodeVideoConfig } from '@pocketfleet/stream-protocol';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PacketTiming } from './decoder.ts';
import { WebCodecsDecoder } from './webcodecs-decoder.ts';

type Init = { output(frame: object): void; error(error: Error): void };

class FakeDecoder {
  state = 'unconfigured';
  readonly fed: string[] = [];
  hardwareAcceleration: string | undefined;
  readonly init: Init;
  constructor(init: Init) {
    this.init = init;
    opened.push(this);
  }
  configure(config: { hardwareAcceleration?: string }): void {
    if (throwsOnConfigure) throw new TypeError('The codec is not known.');
    this.state = 'configured';
    this.hardwareAcceleration = config.hardwareAcceleration;
  }
  decode(chunk: { type: string; timestamp: number }): void {
    if (throwsOnDecode) throw new TypeError('A key frame is required');
    this.fed.push(chunk.type);
    if (hasOutput) this.init.output({ timestamp: chunk.timestamp, close: () => undefined });
  }
  close(): void {
    this.state = 'closed';
  }
}

let opened: FakeDecoder[];
let hasOutput: boolean;
let throwsOnDecode: boolean;
let throwsOnConfigure: boolean;
let nowMs: number;
let decoder: WebCodecsDecoder;
let frames: number;
let keyRequests: number;
let tooLate: number;
let failure: string | undefined;

beforeEach(() => {
  [opened, hasOutput, throwsOnDecode, nowMs] = [[], true, false, 0];
  throwsOnConfigure = false;
  [frames, keyRequests, tooLate, failure] = [0, 0, 0, undefined];
  vi.stubGlobal('VideoDecoder', FakeDecoder);
  vi.stubGlobal(
    'EncodedVideoChunk',
    class {
      constructor(init: object) {
        Object.assign(this, init);
      }
    },
  );
  decoder = new WebCodecsDecoder(
    {
      onFrame: () => (frames += 1),
      onDropped: () => undefined,
      onTooLate: () => (tooLate += 1),
      onKeyPacketNeeded: () => (keyRequests += 1),
      onFailed: (detail) => (failure = detail),
    },
    () => nowMs,
  );
  configure(0x28);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const timing = () => ({ receivedAtMs: nowMs, ageMs: undefined });

function configure(level: number): void {
  const sets = Uint8Array.of(0, 0, 0, 1, 0x67, 0x42, 0xe0, level, 0, 0, 0, 1, 0x68, 0xce);
  const payload = encodeVideoConfig({ codec: codecs.h264, width: 64, height: 64, parameterSets: sets });
  decoder.decode({ kind: 'video_config', key: false, payload }, timing());
}

function feed(key: boolean, of: PacketTiming = timing()): void {
  const payload = Uint8Array.of(0, 0, 0, 1, key ? 0x65 : 0x41, 1);
  decoder.decode({ kind: 'video', key, payload }, of);
}

/** The timing of a tile's packet that is this late. */
const late = (lateMs: number): PacketTiming => ({
  ...timing(),
  ageMs: lateMs + 10,
  lateMs,
  lateLimitMs: 100,
});

const fail = () => opened.at(-1)?.init.error(new Error('Decoding error.'));

it('after an error it requests a key packet, skips the packets before it, and goes on with a new decoder', () => {
  feed(true);
  fail();
  expect(keyRequests).toBe(1);
  feed(false);
  expect(opened).toHaveLength(1);
  feed(true);
  feed(false);
  expect(opened.map((one) => one.fed)).toEqual([['key'], ['key', 'delta']]);
  expect(opened[0]?.state).toBe('closed');
  expect(frames).toBe(3);
});

it('after a second error it uses software only, and after six within ten seconds it fails with the reason', () => {
  for (let error = 1; error <= 5; error += 1) {
    feed(true);
    fail();
    expect(failure).toBeUndefined();
  }
  expect(opened.map((one) => one.hardwareAcceleration).slice(0, 3)).toEqual([
    'no-preference',
    'no-preference',
    'prefer-software',
  ]);
  feed(true);
  fail();
  expect(failure).toContain('Decoding error.');
});

it('errors that are far apart don’t make it fail', () => {
  for (let error = 0; error < 30; error += 1) {
    nowMs += 4_000;
    feed(true);
    fail();
  }
  expect(failure).toBeUndefined();
});

it('a decoder that takes packets and returns no frames is replaced', () => {
  hasOutput = false;
  feed(true);
  for (let count = 0; count < 6; count += 1) feed(false);
  nowMs += 1_600;
  feed(false);
  hasOutput = true;
  feed(true);
  expect(opened).toHaveLength(2);
  expect(frames).toBe(1);
});

it('a packet that the decoder throws at counts as an error', () => {
  throwsOnDecode = true;
  feed(true);
  expect(keyRequests).toBe(1);
  throwsOnDecode = false;
  feed(true);
  expect(frames).toBe(1);
});

it('an error of a decoder that was replaced is ignored', () => {
  feed(true);
  const old = opened[0];
  decoder.reset();
  feed(true);
  old?.init.error(new Error('replaced'));
  feed(false);
  expect(opened.map((one) => one.fed)).toEqual([['key'], ['key', 'delta']]);
});

it('an unchanged configuration keeps the decoder open, another one opens a new decoder', () => {
  feed(true);
  configure(0x28);
  feed(false);
  feed(true);
  expect(opened.map((one) => one.fed)).toEqual([['key', 'key']]);
  configure(0x29);
  feed(true);
  expect(opened).toHaveLength(2);
});

it('a tile that stays late skips packets up to the next key packet', () => {
  feed(true);
  for (let count = 0; count < 8; count += 1) {
    nowMs += 66;
    feed(false, late(120));
  }
  expect(tooLate).toBe(1);
  expect(keyRequests).toBe(1);
  feed(false);
  feed(true, late(120));
  expect(opened[0]?.fed.filter((type) => type === 'key')).toHaveLength(2);
});

it.each([
  ['late for a moment', 66, 4],
  ['late for longer, with few frames a second', 330, 3],
])('a tile that is %s catches up by decoding', (_, everyMs, packets) => {
  feed(true);
  for (let round = 0; round < 5; round += 1) {
    for (let count = 0; count < packets; count += 1) {
      nowMs += everyMs;
      feed(false, late(300));
    }
    feed(false, late(20));
  }
  expect(tooLate).toBe(0);
});

it('packets that wait inside the decoder make a tile late as well', () => {
  feed(true);
  hasOutput = false;
  for (let count = 0; count < 12; count += 1) {
    nowMs += 66;
    feed(false, late(0));
  }
  expect(tooLate).toBeGreaterThan(0);
});

it('a tile that is late repeatedly requests key packets more and more rarely, and at once after it has kept up', () => {
  const askedAtMs: number[] = [];
  const run = (forMs: number, lateMs: number) => {
    for (const endMs = nowMs + forMs; nowMs < endMs; nowMs += 66) {
      const before = keyRequests;
      feed(false, late(lateMs));
      if (keyRequests === before) continue;
      askedAtMs.push(nowMs);
      feed(true, late(lateMs));
    }
  };
  feed(true);
  run(60_000, 300);
  const pauses = askedAtMs.slice(1).map((at, index) => at - (askedAtMs[index] ?? 0));
  expect(pauses.slice(0, 4).map((ms) => Math.round(ms / 1_000))).toEqual([2, 4, 8, 8]);
  run(30_000, 0);
  askedAtMs.length = 0;
  run(700, 300);
  expect(askedAtMs).toHaveLength(1);
});

it('closes a decoder that can’t be configured, and tries another at the next key packet', () => {
  throwsOnConfigure = true;
  feed(true);
  expect(opened.map(({ state }) => state)).toEqual(['closed']);
  expect(keyRequests).toBe(1);
  throwsOnConfigure = false;
  feed(true);
  expect(opened).toHaveLength(2);
  expect(frames).toBe(1);
});
