// The decoder's own ways back, with a VideoDecoder that fails when it is told to.
import { codecs, encodePacket, encodeVideoConfig } from '@pocketfleet/stream-protocol';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Arrival } from '../worker/video-sink.ts';
import { StreamDecoder } from './webcodecs-decoder.ts';

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
    if (answers) this.init.output({ timestamp: chunk.timestamp, close: () => undefined });
  }
  close(): void {
    this.state = 'closed';
  }
}

let opened: FakeDecoder[];
let answers: boolean;
let throwsOnDecode: boolean;
let throwsOnConfigure: boolean;
let nowMs: number;
let decoder: StreamDecoder;
let frames: number;
let keysWanted: number;
let tooLate: number;
let failure: string | undefined;

beforeEach(() => {
  [opened, answers, throwsOnDecode, nowMs] = [[], true, false, 0];
  throwsOnConfigure = false;
  [frames, keysWanted, tooLate, failure] = [0, 0, 0, undefined];
  vi.stubGlobal('VideoDecoder', FakeDecoder);
  vi.stubGlobal(
    'EncodedVideoChunk',
    class {
      constructor(init: object) {
        Object.assign(this, init);
      }
    },
  );
  decoder = new StreamDecoder(
    {
      onFrame: () => (frames += 1),
      onDropped: () => undefined,
      onTooLate: () => (tooLate += 1),
      onKeyPacketWanted: () => (keysWanted += 1),
      onFailed: (detail) => (failure = detail),
    },
    () => nowMs,
  );
  configure(0x28);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const arrival = () => ({ receivedAtMs: nowMs, ageMs: undefined });

function configure(level: number): void {
  const sets = Uint8Array.of(0, 0, 0, 1, 0x67, 0x42, 0xe0, level, 0, 0, 0, 1, 0x68, 0xce);
  const payload = encodeVideoConfig({ codec: codecs.h264, width: 64, height: 64, parameterSets: sets });
  decoder.take(
    encodePacket({ kind: 'video_config', key: false, sequence: 0, ptsUs: 0n, payload }),
    arrival(),
  );
}

function feed(key: boolean, of: Arrival = arrival()): void {
  const payload = Uint8Array.of(0, 0, 0, 1, key ? 0x65 : 0x41, 1);
  decoder.take(encodePacket({ kind: 'video', key, sequence: 0, ptsUs: 0n, payload }), of);
}

/** A tile's packet that came so much later than its way takes. */
const late = (lateMs: number): Arrival => ({ ...arrival(), ageMs: lateMs + 10, lateMs, lateLimitMs: 100 });

const fail = () => opened.at(-1)?.init.error(new Error('Decoding error.'));

it('after an error it asks for a key packet, leaves out what comes before it, and goes on with a new decoder', () => {
  feed(true);
  fail();
  expect(keysWanted).toBe(1);
  feed(false);
  expect(opened).toHaveLength(1);
  feed(true);
  feed(false);
  expect(opened.map((one) => one.fed)).toEqual([['key'], ['key', 'delta']]);
  expect(opened[0]?.state).toBe('closed');
  expect(frames).toBe(3);
});

it('after a second error it insists on software, and after six within ten seconds it says why it ends', () => {
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

it('errors that are far apart end nothing', () => {
  for (let error = 0; error < 30; error += 1) {
    nowMs += 4_000;
    feed(true);
    fail();
  }
  expect(failure).toBeUndefined();
});

it('a decoder that takes packets and gives nothing is replaced', () => {
  answers = false;
  feed(true);
  for (let count = 0; count < 6; count += 1) feed(false);
  nowMs += 1_600;
  feed(false);
  answers = true;
  feed(true);
  expect(opened).toHaveLength(2);
  expect(frames).toBe(1);
});

it('what the decoder refuses to take is an error like any other', () => {
  throwsOnDecode = true;
  feed(true);
  expect(keysWanted).toBe(1);
  throwsOnDecode = false;
  feed(true);
  expect(frames).toBe(1);
});

it('a word of a decoder that is no longer ours changes nothing', () => {
  feed(true);
  const old = opened[0];
  decoder.reset();
  feed(true);
  old?.init.error(new Error('too late'));
  feed(false);
  expect(opened.map((one) => one.fed)).toEqual([['key'], ['key', 'delta']]);
});

it('a configuration that says the same opens no decoder, another one does', () => {
  feed(true);
  configure(0x28);
  feed(false);
  feed(true);
  expect(opened.map((one) => one.fed)).toEqual([['key', 'key']]);
  configure(0x29);
  feed(true);
  expect(opened).toHaveLength(2);
});

it('a tile that stays late leaves packets out up to the next key packet', () => {
  feed(true);
  for (let count = 0; count < 8; count += 1) {
    nowMs += 66;
    feed(false, late(120));
  }
  expect(tooLate).toBe(1);
  expect(keysWanted).toBe(1);
  feed(false);
  feed(true, late(120));
  expect(opened[0]?.fed.filter((type) => type === 'key')).toHaveLength(2);
});

it.each([
  ['late for a moment', 66, 4],
  ['late for long, of few pictures a second', 330, 3],
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

it('what waits inside the decoder makes a tile late, too', () => {
  feed(true);
  answers = false;
  for (let count = 0; count < 12; count += 1) {
    nowMs += 66;
    feed(false, late(0));
  }
  expect(tooLate).toBeGreaterThan(0);
});

it('a tile that is late again and again asks for key packets ever more rarely, and each second once it was well', () => {
  const askedAtMs: number[] = [];
  const run = (forMs: number, lateMs: number) => {
    for (const endMs = nowMs + forMs; nowMs < endMs; nowMs += 66) {
      const before = keysWanted;
      feed(false, late(lateMs));
      if (keysWanted === before) continue;
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
  expect(keysWanted).toBe(1);
  throwsOnConfigure = false;
  feed(true);
  expect(opened).toHaveLength(2);
  expect(frames).toBe(1);
});
