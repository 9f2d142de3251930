import { afterEach, expect, it, vi } from 'vitest';
import { Pocketfleet } from './index.ts';

type Tried = { body: Record<string, unknown> };

afterEach(() => vi.restoreAllMocks());

const result = {
  untrusted: true,
  done: true,
  why: null,
  detail: '',
  confirmed: null,
  settled: null,
  changed: [],
  text: '',
  nodes: [],
};
const params = { id: '00000000-0000-4000-8000-000000000001' };

/** The first answer is lost on its way. */
function clientThatLosesOne(answer: unknown) {
  const tried: Tried[] = [];
  const client = new Pocketfleet({
    url: 'http://localhost',
    key: 'k',
    fetch: async (_input, init) => {
      tried.push({ body: JSON.parse(String(init?.body)) });
      if (tried.length === 1) throw new TypeError('network');
      return new Response(JSON.stringify(answer));
    },
  });
  return { client, tried };
}

it('repeats an action under one id, so that the phone does it once', async () => {
  const { client, tried } = clientThatLosesOne(result);
  const body = { action: 'tap', ref: 'n12' } as const;
  await client.call('actOnDevice', { params, body });
  await client.call('actOnDevice', { params, body });
  const ids = tried.map(({ body: { action_id } }) => action_id);
  expect(ids).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), ids[0], expect.any(String)]);
  expect(ids[2]).not.toBe(ids[0]);
});

it('keeps the id that the program has chosen for an action', async () => {
  const { client, tried } = clientThatLosesOne(result);
  const body = { action: 'tap', ref: 'n12', action_id: 'step-3' } as const;
  await client.call('actOnDevice', { params, body });
  expect(tried.map(({ body: { action_id } }) => action_id)).toEqual(['step-3', 'step-3']);
});

const app = { package: 'com.android.notes' };
it.each([
  ['waitForScreen', { params, query: {}, body: { idle: true, timeout_ms: 30_000 } }, 45_000],
  ['waitForScreen', { params, query: {}, body: { idle: true, timeout_ms: 0 } }, 30_000],
  ['readScreen', { params, query: {} }, 45_000],
  ['actOnDevice', { params, body: { action: 'tap', ref: 'n12' } }, 75_000],
  ['listApps', { params }, 75_000],
  ['uninstallApp', { params, body: app }, 75_000],
  ['listPhones', {}, 30_000],
] as const)('gives a try of %s, %j, %i ms', async (name, input, ms) => {
  const limits = vi.spyOn(AbortSignal, 'timeout');
  const away = new Response('', { status: 400 });
  const client = new Pocketfleet({ url: 'http://localhost', key: 'k', fetch: async () => away });
  await expect(client.call(name, input as never)).rejects.toMatchObject({ status: 400 });
  // The first is of the whole call, with all its tries.
  expect(limits.mock.calls).toEqual([[300_000], [ms]]);
});

it('leaves more time to a program that wants it', async () => {
  const limits = vi.spyOn(AbortSignal, 'timeout');
  const away = new Response('', { status: 400 });
  const options = { url: 'http://localhost', key: 'k', timeoutMs: 90_000, fetch: async () => away };
  await expect(new Pocketfleet(options).call('listApps', { params })).rejects.toMatchObject({ status: 400 });
  expect(limits).toHaveBeenLastCalledWith(90_000);
});

it.each(['', ' \n', undefined])('refuses the empty key %j at once, and says what to do', (key) => {
  const options = { url: 'http://localhost', key: key as string };
  expect(() => new Pocketfleet(options)).toThrow(/^The key is empty\. Make one .*POCKETFLEET_KEY/);
});
