import { expect, it, vi } from 'vitest';
import { createRetryingFetch } from './retrying-fetch.ts';

type Answer = Response | Error;

function fetchThat(answers: Answer[], rules: { canRepeat?: boolean; retries?: number } = {}) {
  const send = vi.fn(async () => {
    const answer = answers.shift() ?? new Response('no more', { status: 500 });
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const retrying = createRetryingFetch({
    fetch: send as unknown as typeof fetch,
    retries: 3,
    timeoutMs: 1_000,
    canRepeat: true,
    random: () => 0,
    ...rules,
  });
  return { send, retrying };
}
const busy = (retryAfter = '0') => new Response('', { status: 429, headers: { 'retry-after': retryAfter } });
const away = () => new Response('', { status: 503, headers: { 'retry-after': '0' } });
const lost = () => new TypeError('network');

it.each([
  ['a lost connection', lost],
  ['a server that is away', away],
  ['too many requests', busy],
])('repeats after %s', async (_, failure) => {
  const { send, retrying } = fetchThat([failure(), new Response('done')]);
  expect(await (await retrying('http://x')).text()).toBe('done');
  expect(send).toHaveBeenCalledTimes(2);
});

it('repeats what may not be done twice only where nothing was done', async () => {
  const rules = { canRepeat: false };
  const refused = fetchThat([busy(), new Response('done')], rules);
  expect((await refused.retrying('http://x')).status).toBe(200);
  const unsure = fetchThat([away(), new Response('done')], rules);
  expect((await unsure.retrying('http://x')).status).toBe(503);
  const cut = fetchThat([lost(), new Response('done')], rules);
  await expect(cut.retrying('http://x')).rejects.toThrow('network');
  expect(cut.send).toHaveBeenCalledTimes(1);
});

it('stops after the last retry, and gives the refusal on', async () => {
  const { send, retrying } = fetchThat([busy(), busy(), busy()], { retries: 2 });
  expect((await retrying('http://x')).status).toBe(429);
  expect(send).toHaveBeenCalledTimes(3);
});

it('waits as long as the server asks for, up to a minute', async () => {
  vi.useFakeTimers();
  try {
    const { send, retrying } = fetchThat([busy('7'), busy('61')]);
    const answer = retrying('http://x');
    await vi.advanceTimersByTimeAsync(6_999);
    expect(send).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(send).toHaveBeenCalledTimes(2);
    expect((await answer).headers.get('retry-after')).toBe('61');
  } finally {
    vi.useRealTimers();
  }
});

it.each([404, 500])('doesn’t repeat after %i', async (status) => {
  const { send, retrying } = fetchThat([new Response('', { status })]);
  expect((await retrying('http://x')).status).toBe(status);
  expect(send).toHaveBeenCalledTimes(1);
});

it('an abort ends a wait at once', async () => {
  const abort = new AbortController();
  const { retrying } = fetchThat([busy('30')]);
  const answer = retrying('http://x', { signal: abort.signal });
  setTimeout(() => abort.abort(new Error('enough')), 10);
  await expect(answer).rejects.toThrow('enough');
});
