import { errorCodes } from '@pocketfleet/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError, createClient } from './index.ts';

afterEach(() => void vi.restoreAllMocks());

type Call = { url: string; init: RequestInit };

function clientWith(status: number, body: unknown, token: string | null = 'a-token') {
  const calls: Call[] = [];
  const client = createClient({
    baseUrl: '/api',
    readToken: () => token,
    fetch: async (url, init) => {
      calls.push({ url: String(url), init: init ?? {} });
      return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
    },
  });
  return { client, calls };
}

const login = { access_token: 'fresh', token_type: 'bearer', expires_at: '2026-11-27T00:00:00Z' };

it('sends the login as form fields', async () => {
  const { client, calls } = clientWith(200, login, null);
  await client.call('login', { body: { username: 'demo', password: 'a b&c' } });
  expect(calls[0]?.url).toBe('/api/auth/login');
  expect(String(calls[0]?.init.body)).toBe('username=demo&password=a+b%26c');
});

it('sends the cookie’s token as bearer, and never cookies', async () => {
  const { client, calls } = clientWith(200, []);
  await client.call('listPhones');
  expect(new Headers(calls[0]?.init.headers).get('authorization')).toBe('Bearer a-token');
  expect(calls[0]?.init.credentials).toBe('omit');
});

it('takes a cookie only when it signs in: by it the server recognizes a browser', async () => {
  const { client, calls } = clientWith(200, login, null);
  await client.call('login', { body: { username: 'demo', password: 'secret12' } });
  expect(calls[0]?.init.credentials).toBe('same-origin');
});

it('sends no authorization header without a token', async () => {
  const { client, calls } = clientWith(200, login, null);
  await client.call('login', { body: { username: 'demo', password: 'secret12' } });
  expect(new Headers(calls[0]?.init.headers).has('authorization')).toBe(false);
});

it.each(['listPhones', 'startStream', 'getStreamingUrl', 'capabilities'] as const)(
  'sends no device call %s without a token',
  async (name) => {
    const { client, calls } = clientWith(200, [], null);
    await expect(client.call(name)).rejects.toMatchObject({
      status: 401,
      code: 'not_authenticated',
    });
    expect(calls).toEqual([]);
  },
);

it('fills path parameters and the query', async () => {
  const { client, calls } = clientWith(200, { isActive: true });
  await client.call('streamStatus', { params: { id: 'a/b' } });
  expect(calls[0]?.url).toBe('/api/devices/a%2Fb/stream/status');
  const figures = { devices_used: 0, active: 0, completed: 0, average_usage_hours: 0 };
  const page = { total: 0, page: 1, per_page: 100, total_pages: 0 };
  const list = clientWith(200, { assignments: [], figures, ...page });
  await list.client.call('listAssignments', { query: { page: 1, per_page: 100 } });
  expect(list.calls[0]?.url).toBe('/api/phone-assignments?page=1&per_page=100');
});

it('throws the refusal with code, detail and status', async () => {
  const { client } = clientWith(403, { ...errorCodes.email_not_verified, code: 'email_not_verified' });
  const refusal = await client.call('me').catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ApiError);
  expect(refusal).toMatchObject({
    status: 403,
    code: 'email_not_verified',
    detail: 'Please verify your email before logging in.',
  });
});

it('keeps only the status and the message of a response that isn’t the API’s', async () => {
  const proxy = clientWith(502, '<html>Bad gateway</html>');
  await expect(proxy.client.call('me')).rejects.toMatchObject({ status: 502, code: 'unknown', detail: null });
  const gateway = clientWith(418, { message: 'Blocked by the gateway' });
  await expect(gateway.client.call('me')).rejects.toMatchObject({ note: 'Blocked by the gateway' });
});

it('refuses a response that the contract doesn’t know', async () => {
  const { client } = clientWith(200, [{ id: 1 }]);
  await expect(client.call('listPhones')).rejects.toMatchObject({ code: 'unreadable_response' });
});

it('says no response when the network fails', async () => {
  const client = createClient({
    baseUrl: '/api',
    readToken: () => null,
    fetch: () => Promise.reject(new TypeError('network')),
  });
  await expect(client.call('me')).rejects.toMatchObject({ status: 0, code: 'no_response' });
});

it('returns a file with its name', async () => {
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="usage.csv"',
  };
  const client = createClient({
    baseUrl: '/api',
    readToken: () => null,
    fetch: async () => new Response('a,b', { headers }),
  });
  const file = await client.call('downloadUsage', { query: { weeks: 4 } });
  expect(file).toMatchObject({ file_name: 'usage.csv', content_type: 'text/csv; charset=utf-8' });
  expect(new TextDecoder().decode(file.bytes)).toBe('a,b');
});

it('gives a file piece by piece, the next one when this one was taken, and says where it was cut', async () => {
  const headers = {
    'content-type': 'video/mp4',
    'content-disposition': 'attachment; filename="recording.mp4"',
  };
  let made = 0;
  let isCut = false;
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    if (made === 3) {
      if (isCut) controller.error(new TypeError('network'));
      else controller.close();
      return;
    }
    made += 1;
    controller.enqueue(new Uint8Array([made]));
  };
  const client = createClient({
    baseUrl: '/api',
    readToken: () => null,
    fetch: async () => new Response(new ReadableStream({ pull }, { highWaterMark: 0 }), { headers }),
  });
  const exported = (onBytes: (piece: Uint8Array) => Promise<void>) =>
    client.call('exportRecording', { params: { id: 'a' }, query: { format: 'mp4' }, onBytes });
  const taken: number[][] = [];
  const file = await exported(async (piece) => void taken.push([...piece, made]));
  expect(file).toMatchObject({ file_name: 'recording.mp4', bytes: new Uint8Array() });
  expect(taken).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
  ]);
  made = 0;
  isCut = true;
  await expect(exported(async () => undefined)).rejects.toMatchObject({ code: 'no_response' });
  made = 0;
  const full = new Error('no room');
  await expect(exported(() => Promise.reject(full))).rejects.toBe(full);
  expect(made).toBe(1);
});

it.each([
  [undefined, 20_000],
  [1_800_000, 1_800_000],
])('gives a call with the limit %s %i ms for all of its answer', async (timeoutMs, given) => {
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  const { client, calls } = clientWith(200, []);
  await client.call('listPhones', { timeoutMs });
  expect(timeout.mock.calls).toEqual([[given]]);
  expect(calls[0]?.init.signal).toBe(timeout.mock.results[0]?.value);
});
