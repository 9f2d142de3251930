import type { Client } from '@pocketfleet/client';
import { ApiError } from '@pocketfleet/client';
import { expect, it } from 'vitest';
import { listDevices } from './devices.ts';

const refusing = (status: number): Client => ({
  call: () => Promise.reject(new ApiError({ status, code: 'any', detail: 'Why' })),
});

it.each([401, 403])('a %i gives an empty list and marks the authorization error', async (status) => {
  expect(await listDevices(refusing(status))).toEqual({ devices: [], isUnauthorized: true });
});

it('a 404 gives an empty list and marks nothing', async () => {
  expect(await listDevices(refusing(404))).toEqual({ devices: [], isUnauthorized: false });
});

it.each([0, 429, 500, 502])('a %i is an error', async (status) => {
  await expect(listDevices(refusing(status))).rejects.toMatchObject({ status });
});
