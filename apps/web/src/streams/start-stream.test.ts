import type { Client } from '@pocketfleet/client';
import { ApiError } from '@pocketfleet/client';
import type { TicketPurpose } from '@pocketfleet/contract';
import { StreamRefusedError } from '@pocketfleet/stream-player';
import { expect, it } from 'vitest';
import { createStartStream, getStreamingUrl } from './start-stream.ts';

const refusing = (status: number, code: string): Client => ({
  call: () => Promise.reject(new ApiError({ status, code, detail: 'Please log in and try again.' })),
});
const { signal } = new AbortController();

it.each<[Exclude<TicketPurpose, 'adb'>, string]>([
  ['control', 'Authentication required to start streaming'],
  ['shell', 'Authentication required for shell access'],
])('without a token a ticket to %s is refused with "%s"', async (purpose, sentence) => {
  const startStream = createStartStream(refusing(401, 'not_authenticated'), 'device', purpose);
  await expect(startStream(signal)).rejects.toMatchObject({ message: sentence, reconnect: false });
});

it('asks for no address without a token', async () => {
  await expect(getStreamingUrl(refusing(500, 'internal'), null, 'device', '/frame/device')).rejects.toThrow(
    'Authentication required for stream URL access',
  );
});

it('keeps a refusal of the address as it is', async () => {
  await expect(
    getStreamingUrl(refusing(404, 'not_found'), 'token', 'device', '/frame/device'),
  ).rejects.toMatchObject({
    status: 404,
  });
});

it.each([0, 500, 503])(
  'after a failure with status %i it is the address that every phone has',
  async (status) => {
    expect(await getStreamingUrl(refusing(status, 'internal'), 'token', 'device', '/frame/device')).toBe(
      '/frame/device',
    );
  },
);

it.each([401, 403])('rethrows a %i of start and address', async (status) => {
  const client = refusing(status, 'device_not_assigned');
  await expect(getStreamingUrl(client, 'token', 'device', '/frame/device')).rejects.toMatchObject({ status });
  await expect(createStartStream(client, 'device')(signal)).rejects.toBeInstanceOf(StreamRefusedError);
});

it('watches a phone that it may not control, and asks for nothing less than a shell', async () => {
  const asked: unknown[] = [];
  const call = async (_: string, { body }: { body: { purpose: TicketPurpose } }) => {
    asked.push(body.purpose);
    if (body.purpose === 'view') return { ticket: 'watch' };
    throw new ApiError({ status: 403, code: 'forbidden', detail: 'Your role doesn’t allow this.' });
  };
  const viewers = { call } as unknown as Client;
  expect(await createStartStream(viewers, 'device')(signal)).toEqual({ ticket: 'watch' });
  expect(asked).toEqual(['control', 'view']);
  await expect(createStartStream(viewers, 'device', 'shell')(signal)).rejects.toMatchObject({
    reconnect: false,
  });
  expect(asked).toEqual(['control', 'view', 'shell']);
});
