import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { refetchAfterRunning } from './refetch-after.ts';

const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
refetchAfterRunning(client);
/** Each request in flight; calling one gives it its response, or an error. */
let inFlight: ((response: string | Error) => void)[] = [];
let sent = 0;
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
  client.clear();
  inFlight = [];
  sent = 0;
});

it('fetches a list once more that changed while its first request was in flight', async () => {
  const list = watchList();
  const first = client.invalidateQueries({ queryKey: ['list'] });
  const second = client.invalidateQueries({ queryKey: ['list'] });
  expect(sent).toBe(1);
  respond('before');
  await expect.poll(() => sent).toBe(2);
  respond('after');
  await Promise.all([first, second]);
  expect(list()).toBe('after');
  expect(sent).toBe(2);
});

it('does so too when the first request fails', async () => {
  const list = watchList();
  const changed = client.invalidateQueries({ queryKey: ['list'] });
  respond(new Error('the line is away'));
  await expect.poll(() => sent).toBe(2);
  respond('after');
  await changed;
  expect(list()).toBe('after');
});

it('lets a running request end when many changes follow each other, and fetches once after it', async () => {
  const list = watchList();
  respond('old');
  await expect.poll(list).toBe('old');
  for (let change = 0; change < 20; change += 1) {
    void client.invalidateQueries({ queryKey: ['list'] }, { cancelRefetch: false });
  }
  expect(sent).toBe(2);
  respond('newer');
  await expect.poll(() => sent).toBe(3);
  respond('newest');
  await expect.poll(list).toBe('newest');
  expect(sent).toBe(3);
});

it('asks again at once where the request in flight is cancelled', async () => {
  const list = watchList();
  respond('old');
  await expect.poll(list).toBe('old');
  void client.invalidateQueries();
  const changed = client.invalidateQueries();
  expect(sent).toBe(3);
  respond('never seen');
  respond('new');
  await changed;
  expect(list()).toBe('new');
  expect(sent).toBe(3);
});

function watchList(): () => string | undefined {
  const observer = new QueryObserver<string>(client, {
    queryKey: ['list'],
    queryFn: () => {
      sent += 1;
      return new Promise((resolve, reject) => {
        inFlight.push((response) => (response instanceof Error ? reject(response) : resolve(response)));
      });
    },
  });
  ends.push(observer.subscribe(() => undefined));
  return () => observer.getCurrentResult().data;
}

function respond(response: string | Error): void {
  inFlight.shift()?.(response);
}
