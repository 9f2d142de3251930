import type { Client } from '@pocketfleet/client';
import type { Player, PlayerState } from '@pocketfleet/stream-player';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closePlayerAhead, openPlayerAhead, takePlayerAhead } from './player-ahead.ts';

type FakePlayer = {
  state: PlayerState;
  isPaused: boolean;
  isClosed: boolean;
  pause(): void;
  resume(): void;
  close(): void;
};
const created: FakePlayer[] = [];

// A player needs a browser.
vi.mock('@pocketfleet/stream-player', () => ({
  createPlayer: () => {
    const player: FakePlayer = {
      state: { name: 'connecting' },
      isPaused: false,
      isClosed: false,
      pause() {
        player.isPaused = true;
      },
      resume() {
        player.isPaused = false;
      },
      close() {
        player.isClosed = true;
      },
    };
    created.push(player);
    return player as unknown as Player;
  },
}));

const client = {} as Client;
const phone = (id: string) => ({ id, tag: id, model: 'Pixel 8' });

beforeEach(() => {
  created.length = 0;
  vi.useFakeTimers();
});
afterEach(() => {
  closePlayerAhead();
  vi.useRealTimers();
});

it('the page of the phone takes the player that was opened ahead, once', () => {
  openPlayerAhead(client, phone('a'));
  openPlayerAhead(client, phone('a'));
  expect(created).toHaveLength(1);
  expect(takePlayerAhead(client, 'a')).toBe(created[0]);
  expect(takePlayerAhead(client, 'a')).toBeUndefined();
  vi.advanceTimersByTime(60_000);
  expect(created[0]?.isClosed).toBe(false);
});

it('only one player is open ahead at a time', () => {
  for (const id of ['a', 'b', 'c']) openPlayerAhead(client, phone(id));
  expect(created.map((player) => player.isClosed)).toEqual([true, true, false]);
});

it('a player that no page takes is closed after seconds', () => {
  openPlayerAhead(client, phone('a'));
  vi.advanceTimersByTime(4_001);
  expect(created[0]?.isClosed).toBe(true);
  expect(takePlayerAhead(client, 'a')).toBeUndefined();
});

it('a press keeps the open player for longer', () => {
  openPlayerAhead(client, phone('a'));
  vi.advanceTimersByTime(3_900);
  openPlayerAhead(client, phone('a'));
  vi.advanceTimersByTime(3_900);
  expect(takePlayerAhead(client, 'a')).toBe(created[0]);
});

it.each([
  ['another phone', client, 'b'],
  ['another customer', {} as Client, 'a'],
])('the player of %s is closed, not shown', (_, anyClient, id) => {
  openPlayerAhead(client, phone('a'));
  expect(takePlayerAhead(anyClient, id)).toBeUndefined();
  expect(created[0]?.isClosed).toBe(true);
});

it('a player whose ticket was refused is closed, so that the page requests a ticket and shows the reason', () => {
  openPlayerAhead(client, phone('a'));
  Object.assign(created[0] ?? {}, { state: { name: 'ended', detail: 'no', canRetry: false } });
  expect(takePlayerAhead(client, 'a')).toBeUndefined();
  expect(created[0]?.isClosed).toBe(true);
});

it('a finger’s touch opens the player paused, and its rest or its tap lets the picture come', () => {
  openPlayerAhead(client, phone('a'), { isPaused: true });
  expect(created[0]?.isPaused).toBe(true);
  openPlayerAhead(client, phone('a'));
  expect(created).toHaveLength(1);
  expect(created[0]?.isPaused).toBe(false);
});

it('a second touch leaves the picture of a player that shows one', () => {
  openPlayerAhead(client, phone('a'));
  openPlayerAhead(client, phone('a'), { isPaused: true });
  expect(created).toHaveLength(1);
  expect(created[0]?.isPaused).toBe(false);
});
