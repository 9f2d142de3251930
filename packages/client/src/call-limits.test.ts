import { randomUUID } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { createClient } from './index.ts';

it('waits for the phone as long as the server does, and for nothing else so long', async () => {
  const limits = vi.spyOn(AbortSignal, 'timeout');
  const client = createClient({
    baseUrl: '/api',
    readToken: () => 'a-token',
    fetch: async () => new Response('{}', { status: 503 }),
  });
  const params = { id: randomUUID() };
  const failed = () => undefined;
  await client.call('listPhones').catch(failed);
  await client.call('actOnDevice', { params, body: { action: 'press', key: 'home' } }).catch(failed);
  await client.call('startApp', { params, body: { package: 'com.example.bank' } }).catch(failed);
  expect(limits.mock.calls).toEqual([[20_000], [75_000], [75_000]]);
  limits.mockRestore();
});
