import { expect, it } from 'vitest';
import { createStreamHealth } from './stream-health.ts';

it('is stalled once no beat came for 2.5 seconds, and well again with the next', () => {
  const health = createStreamHealth();
  health.begin(1_000);
  expect(health.trouble(3_499)).toBeUndefined();
  expect(health.trouble(3_500)).toMatchObject({ sinceMs: 2_500 });
  health.heardBeat({ state: 'running', lastPacketAgeMs: 60_000 }, 3_600);
  expect(health.trouble(3_700)).toBeUndefined();
});

it('says so when the encoder is frozen, although it beats', () => {
  const health = createStreamHealth();
  health.begin(0);
  health.heardBeat({ state: 'frozen', lastPacketAgeMs: 9_000 }, 100);
  expect(health.trouble(200)?.detail).toContain('frozen');
  health.heardVideo(300);
  expect(health.trouble(400)).toBeUndefined();
});

it('gives the relay’s words when the phone is offline, until it streams again', () => {
  const health = createStreamHealth();
  health.begin(0);
  health.heardPhone({ type: 'phone', state: 'offline', detail: 'Unplugged.' });
  expect(health.trouble(10)?.detail).toBe('Unplugged.');
  health.heardPhone({ type: 'phone', state: 'streaming', detail: '' });
  expect(health.trouble(10)).toBeUndefined();
});
