import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PhoneAudio } from './phone-audio.ts';

let stored: Map<string, string>;
let contexts: { state: string }[];
let failure: { atModule?: Error; atResume?: Error };

beforeEach(() => {
  [stored, contexts, failure] = [new Map(), [], {}];
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
  vi.stubGlobal('AudioDecoder', class {});
  vi.stubGlobal(
    'AudioContext',
    class {
      state = 'running';
      destination = {};
      audioWorklet = {
        async addModule() {
          if (failure.atModule) throw failure.atModule;
        },
      };
      constructor() {
        contexts.push(this);
      }
      async resume() {
        if (failure.atResume) throw failure.atResume;
      }
      async close() {
        this.state = 'closed';
      }
    },
  );
  vi.stubGlobal(
    'AudioWorkletNode',
    class {
      connect() {}
      disconnect() {}
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

const states = () => contexts.map(({ state }) => state);

it.each(['atModule', 'atResume'] as const)(
  'sound that the browser refused (%s) is muted everywhere, and begins when it is asked for again',
  async (step) => {
    failure = { [step]: new Error('no sound device') };
    const told: boolean[] = [];
    const audio = new PhoneAudio((isMuted) => told.push(isMuted));
    await expect(audio.setMuted(false)).rejects.toThrow('no sound device');
    expect(audio.isMuted).toBe(true);
    expect(told).toEqual([false, true]);
    expect([...stored.values()]).toEqual(['off']);
    expect(states()).toEqual(['closed']);

    failure = {};
    await audio.setMuted(false);
    expect(audio.isMuted).toBe(false);
    expect(told.at(-1)).toBe(false);
    expect([...stored.values()]).toEqual(['on']);
    expect(states()).toEqual(['closed', 'running']);
  },
);

it('sound that was remembered and can’t begin at a touch is muted, too', async () => {
  stored.set('pocketfleet.sound', 'on');
  failure = { atModule: new Error('no sound device') };
  const told: boolean[] = [];
  const audio = new PhoneAudio((isMuted) => told.push(isMuted));
  await expect(audio.resume()).rejects.toThrow('no sound device');
  expect(told).toEqual([true]);
  expect([...stored.values()]).toEqual(['off']);
});

it('asked to be silent while it opens, it stays silent and closes what has opened', async () => {
  const audio = new PhoneAudio(() => undefined);
  const opening = audio.setMuted(false);
  await audio.setMuted(true);
  await opening;
  expect(audio.isMuted).toBe(true);
  expect(states()).toEqual(['closed']);
});
