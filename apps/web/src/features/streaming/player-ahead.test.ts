import type { Player, PlayerState } from '@pocketfleet/stream-player';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Client } from '../../api/client.ts';
import { dropPlayerAhead, makePlayerAhead, takePlayerAhead } from './player-ahead.ts';

type Made = { state: PlayerState; isClosed: boolean; close(): void };
const made: Made[] = [];

// A player needs a browser.
vi.mock('@pocketfleet/stream-player', () => ({
  createPlayer: () => {
    const player: Made = {
      state: { name: 'connecting' },
      isClosed: false,
      close() {
        player.isClosed = true;
      },
    };
    made.push(player);
    return player as unknown as Player;
  },
}));

const client = {} as Client;
const phone = (id: string) => ({ id, tag: id, model: 'Pixel 8' });

beforeEach(() => {
  made.length = 0;
  vi.useFakeTimers();
});
afterEach(() => {
  dropPlayerAhead();
  vi.useRealTimers();
});

it('the page of the phone takes the player that was made for it, once', () => {
  makePlayerAhead(client, phone('a'));
  makePlayerAhead(client, phone('a'));
  expect(made).toHaveLength(1);
  expect(takePlayerAhead(client, 'a')).toBe(made[0]);
  expect(takePlayerAhead(client, 'a')).toBeUndefined();
  vi.advanceTimersByTime(60_000);
  expect(made[0]?.isClosed).toBe(false);
});

it('there is one at a time', () => {
  for (const id of ['a', 'b', 'c']) makePlayerAhead(client, phone(id));
  expect(made.map((player) => player.isClosed)).toEqual([true, true, false]);
});

it('one that nobody comes for is closed after seconds', () => {
  makePlayerAhead(client, phone('a'));
  vi.advanceTimersByTime(4_001);
  expect(made[0]?.isClosed).toBe(true);
  expect(takePlayerAhead(client, 'a')).toBeUndefined();
});

it('a press keeps the one that is there for longer', () => {
  makePlayerAhead(client, phone('a'));
  vi.advanceTimersByTime(3_900);
  makePlayerAhead(client, phone('a'));
  vi.advanceTimersByTime(3_900);
  expect(takePlayerAhead(client, 'a')).toBe(made[0]);
});

it.each([
  ['another phone', client, 'b'],
  ['another customer', {} as Client, 'a'],
])('the player of %s is closed, not shown', (_, whose, id) => {
  makePlayerAhead(client, phone('a'));
  expect(takePlayerAhead(whose, id)).toBeUndefined();
  expect(made[0]?.isClosed).toBe(true);
});

it('one that was refused is of no use: the page asks again, and says why not', () => {
  makePlayerAhead(client, phone('a'));
  Object.assign(made[0] ?? {}, { state: { name: 'ended', detail: 'no', canRetry: false } });
  expect(takePlayerAhead(client, 'a')).toBeUndefined();
  expect(made[0]?.isClosed).toBe(true);
});
