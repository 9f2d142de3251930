import type { Client } from '@pocketfleet/client';
import type { Player, PlayerState, StartStream } from '@pocketfleet/stream-player';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  closePlayerAhead,
  openPlayerAhead,
  requestTicketAhead,
  startWithTicket,
  takePlayerAhead,
} from './player-ahead.ts';

type FakePlayer = { startStream: StartStream; state: PlayerState; isClosed: boolean; close(): void };
const created: FakePlayer[] = [];

// A player needs a browser.
vi.mock('@pocketfleet/stream-player', () => ({
  createPlayer: ({ startStream }: { startStream: StartStream }) => {
    const player: FakePlayer = {
      startStream,
      state: { name: 'connecting' },
      isClosed: false,
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

describe('a ticket that a finger has brought', () => {
  let tickets = 0;
  const asked: string[] = [];
  const call = async (_: string, { params }: { params: { id: string } }) => {
    asked.push(params.id);
    tickets += 1;
    return { ticket: String(tickets) };
  };
  const { signal } = new AbortController();
  const customer = { call } as unknown as Client;
  const start = async (at = 0) => await created[at]?.startStream(signal);

  beforeEach(() => {
    [tickets, asked.length] = [0, 0];
  });

  it('opens the phone’s stream once; the next connection requests one of its own', async () => {
    requestTicketAhead(customer, 'a');
    openPlayerAhead(customer, phone('a'));
    expect(await start()).toEqual({ ticket: '1' });
    expect(await start()).toEqual({ ticket: '2' });
    expect(asked).toEqual(['a', 'a']);
  });

  it('opens the stream of a page that found no player', async () => {
    requestTicketAhead(customer, 'a');
    expect(takePlayerAhead(customer, 'a')).toBeUndefined();
    expect(await startWithTicket(customer, 'a')(signal)).toEqual({ ticket: '1' });
    expect(asked).toEqual(['a']);
  });

  it('opens no other phone’s stream', async () => {
    requestTicketAhead(customer, 'a');
    openPlayerAhead(customer, phone('b'));
    expect(await start()).toEqual({ ticket: '2' });
    expect(asked).toEqual(['a', 'b']);
  });

  it('is not used after ten seconds', async () => {
    requestTicketAhead(customer, 'a');
    vi.advanceTimersByTime(10_001);
    openPlayerAhead(customer, phone('a'));
    expect(await start()).toEqual({ ticket: '2' });
  });

  it('that was refused is requested again, so that the viewer learns why', async () => {
    const refusing = { call: () => Promise.reject(new Error(`refused ${++tickets}`)) } as unknown as Client;
    requestTicketAhead(refusing, 'a');
    openPlayerAhead(refusing, phone('a'));
    await expect(start()).rejects.toThrow('refused 2');
  });
});
