import type { TicketPurpose } from '@pocketfleet/contract';
import { StreamRefusedError } from '@pocketfleet/stream-player';
import { expect, it, vi } from 'vitest';
import type { Client } from './client.ts';
import { ApiError } from './errors.ts';
import { createStartStream, forgetStreamAhead, getStreamingUrl, startStreamAhead } from './streams.ts';

// Opening sockets is the player's own matter, and needs a browser.
vi.mock('@pocketfleet/stream-player', async (importOriginal) => ({
  ...(await importOriginal<typeof import('@pocketfleet/stream-player')>()),
  openStreamAhead: (started: object) => Promise.resolve(started),
}));

const refusing = (status: number, code: string): Client => ({
  call: () => Promise.reject(new ApiError({ status, code, detail: 'Please log in and try again.' })),
});
const { signal } = new AbortController();

it.each<[TicketPurpose, string]>([
  ['control', 'Authentication required to start streaming'],
  ['shell', 'Authentication required for shell access'],
])('without a token a ticket to %s is refused with "%s"', async (purpose, sentence) => {
  const startStream = createStartStream(refusing(401, 'not_authenticated'), 'device', purpose);
  await expect(startStream(signal)).rejects.toMatchObject({ message: sentence, reconnect: false });
});

it('asks for no address without a token', async () => {
  await expect(getStreamingUrl(refusing(500, 'internal'), null, 'device')).rejects.toThrow(
    'Authentication required for stream URL access',
  );
});

it('keeps a refusal of the address as it is', async () => {
  await expect(getStreamingUrl(refusing(404, 'not_found'), 'token', 'device')).rejects.toMatchObject({
    status: 404,
  });
});

it.each([401, 403])('rethrows a %i of start and address', async (status) => {
  const client = refusing(status, 'device_not_assigned');
  await expect(getStreamingUrl(client, 'token', 'device')).rejects.toMatchObject({ status });
  await expect(createStartStream(client, 'device')(signal)).rejects.toBeInstanceOf(StreamRefusedError);
});

/** Gives tickets that are numbered. */
function countingClient(): Client & { calls: number } {
  const client = {
    calls: 0,
    call: () => {
      client.calls += 1;
      return Promise.resolve({ stream_url: 'ws://here', ticket: `ticket-${client.calls}` });
    },
  };
  return client as unknown as Client & { calls: number };
}

it('a ticket that was asked for ahead is used once, by the phone that it is for', async () => {
  const client = countingClient();
  startStreamAhead(client, 'device');
  const startStream = createStartStream(client, 'device');
  expect(await createStartStream(client, 'other')(signal)).toMatchObject({ ticket: 'ticket-2' });
  expect(await startStream(signal)).toMatchObject({ ticket: 'ticket-1' });
  expect(await startStream(signal)).toMatchObject({ ticket: 'ticket-3' });
});

it('a ticket that was refused ahead is asked for again, so that its refusal is told', async () => {
  const client = refusing(403, 'device_not_assigned');
  startStreamAhead(client, 'device');
  await expect(createStartStream(client, 'device')(signal)).rejects.toBeInstanceOf(StreamRefusedError);
});

it('a ticket is not kept for a click that comes much later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const client = countingClient();
    startStreamAhead(client, 'device');
    vi.advanceTimersByTime(10_001);
    expect(await createStartStream(client, 'device')(signal)).toMatchObject({ ticket: 'ticket-2' });
  } finally {
    vi.useRealTimers();
  }
});

it('a press that leads nowhere leaves no stream open, and its ticket is used no more', async () => {
  let closed = 0;
  const opened = { close: () => (closed += 1) };
  const client = { call: () => Promise.resolve({ stream_url: 'ws://here', opened }) } as unknown as Client;
  startStreamAhead(client, 'device');
  forgetStreamAhead();
  await vi.waitFor(() => expect(closed).toBe(1));
});
