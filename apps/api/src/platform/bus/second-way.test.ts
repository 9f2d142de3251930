import { expect, test, vi } from 'vitest';
import { createSecondWay } from './second-way.ts';

const patience = { timeout: 60_000, interval: 20 };

function start() {
  const taken: string[] = [];
  const state = { isFailing: false, failures: 0 };
  const sendToAll = async (texts: readonly string[]): Promise<boolean> => {
    await Promise.resolve();
    if (state.isFailing) state.failures += 1;
    else taken.push(...texts);
    return !state.isFailing;
  };
  return { taken, state, way: createSecondWay({ sendToAll }, () => `heartbeat after ${taken.length}`) };
}

test('failed events are sent again in their order, and the heartbeat after them', async () => {
  const { taken, state, way } = start();
  state.isFailing = true;
  way.send(['1', '2']);
  way.heartbeat();
  way.heartbeat();
  way.send(['3']);
  await vi.waitFor(() => expect(state.failures).toBeGreaterThan(0), patience);
  state.isFailing = false;
  await vi.waitFor(() => expect(taken).toEqual(['1', '2', '3', 'heartbeat after 3']), patience);
});

test('a heartbeat is sent although more wait than there is room for', async () => {
  const { taken, state, way } = start();
  state.isFailing = true;
  way.send(Array.from({ length: 5_000 }, (_, n) => String(n)));
  way.heartbeat();
  await vi.waitFor(() => expect(state.failures).toBeGreaterThan(0), patience);
  state.isFailing = false;
  await vi.waitFor(() => expect(taken.at(-1)).toBe('heartbeat after 1000'), patience);
});

test('it stops while everything fails', async () => {
  const { state, way } = start();
  state.isFailing = true;
  way.send(['1']);
  await way.stop();
  expect(state.failures).toBeGreaterThan(0);
});
