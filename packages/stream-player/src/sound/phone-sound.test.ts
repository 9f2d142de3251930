import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PhoneSound } from './phone-sound.ts';

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

const openSound = (onMuted: (isMuted: boolean) => void) =>
  new PhoneSound({ onMuted, onNeeded: () => undefined });
const states = () => contexts.map(({ state }) => state);

it.each(['atModule', 'atResume'] as const)(
  'sound that the browser refused (%s) is muted again, and starts when the viewer turns it on once more',
  async (step) => {
    failure = { [step]: new Error('no sound device') };
    const events: boolean[] = [];
    const sound = openSound((isMuted) => events.push(isMuted));
    await expect(sound.setMuted(false)).rejects.toThrow('no sound device');
    expect(sound.isMuted).toBe(true);
    expect(events).toEqual([false, true]);
    expect([...stored.values()]).toEqual(['off']);
    expect(states()).toEqual(['closed']);

    failure = {};
    await sound.setMuted(false);
    expect(sound.isMuted).toBe(false);
    expect(events.at(-1)).toBe(false);
    expect([...stored.values()]).toEqual(['on']);
    expect(states()).toEqual(['closed', 'running']);
  },
);

it('remembered sound that can’t start at a touch is muted as well', async () => {
  stored.set('pocketfleet.sound', 'on');
  failure = { atModule: new Error('no sound device') };
  const events: boolean[] = [];
  const sound = openSound((isMuted) => events.push(isMuted));
  await expect(sound.resume()).rejects.toThrow('no sound device');
  expect(events).toEqual([true]);
  expect([...stored.values()]).toEqual(['off']);
});

it('muted while it opens, it stays muted and closes the audio context', async () => {
  const sound = openSound(() => undefined);
  const opening = sound.setMuted(false);
  await sound.setMuted(true);
  await opening;
  expect(sound.isMuted).toBe(true);
  expect(states()).toEqual(['closed']);
});
