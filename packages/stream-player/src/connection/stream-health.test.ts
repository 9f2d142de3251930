import { encodeHeartbeat, type Heartbeat } from '@pocketfleet/stream-protocol';
import { expect, it } from 'vitest';
import { createStreamHealth } from './stream-health.ts';

const heartbeat = (state: Heartbeat['state']) => encodeHeartbeat({ state, lastPacketAgeMs: 9_000 });

it('is stalled after 2.5 seconds without a heartbeat, and recovers with the next one', () => {
  const health = createStreamHealth();
  health.restart(1_000);
  expect(health.findProblem(3_499)).toBeUndefined();
  expect(health.findProblem(3_500)).toMatchObject({ sinceMs: 2_500 });
  health.onHeartbeat(heartbeat('running'), 3_600);
  expect(health.findProblem(3_700)).toBeUndefined();
});

it('reports a frozen encoder although heartbeats arrive', () => {
  const health = createStreamHealth();
  health.restart(0);
  health.onHeartbeat(heartbeat('frozen'), 100);
  expect(health.findProblem(200)?.detail).toContain('frozen');
  health.onVideo(300);
  expect(health.findProblem(400)).toBeUndefined();
});

it('shows the relay’s detail while the phone is offline, until it streams again', () => {
  const health = createStreamHealth();
  health.restart(0);
  health.onPhone({ type: 'phone', state: 'offline', detail: 'Unplugged.' });
  expect(health.findProblem(10)?.detail).toBe('Unplugged.');
  health.onPhone({ type: 'phone', state: 'streaming', detail: '' });
  expect(health.findProblem(10)).toBeUndefined();
});
