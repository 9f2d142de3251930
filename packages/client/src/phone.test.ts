import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FarSide, startFarSide } from '../test/far-side.ts';
import type { Caller } from './caller.ts';
import { createDeferred, type Deferred } from './deferred.ts';
import { Phone } from './phone.ts';

let far: FarSide;
let lookups: number;
let listed: Deferred<unknown[]>;
let phone: Phone;
let actions: unknown[];

beforeEach(async () => {
  far = await startFarSide();
  lookups = 0;
  listed = createDeferred();
  actions = [];
  const call = async (name: string, input: { signal?: AbortSignal; body?: object } = {}) => {
    if (name === 'actOnDevice') {
      actions.push(input.body);
      return { done: true };
    }
    if (name !== 'listPhones') return far.caller.call('startStream', input as never);
    lookups += 1;
    return new Promise((resolve, reject) => {
      input.signal?.addEventListener('abort', () => reject(input.signal?.reason));
      listed.promise.then(resolve, reject);
    });
  };
  phone = new Phone({ url: far.caller.url, call: call as unknown as Caller['call'] }, 'PF-001');
});
afterEach(async () => {
  phone.close();
  await far.stop();
});

const device = { id: 'device', tag: 'PF-001', label: null };

it('a caller that aborts ends nothing that others wait for', async () => {
  const stop = new AbortController();
  const first = phone.shell('one', { signal: stop.signal });
  const second = phone.shell('two');
  await expect.poll(() => lookups).toBe(1);
  stop.abort(new Error('enough'));
  // At once, while the phone is still looked up.
  await expect(first).rejects.toThrow('enough');
  listed.resolve([device]);
  expect((await second).stdout).toBe('two\n');
  expect(lookups).toBe(1);
});

it('looks the phone up again after a lookup that failed', async () => {
  listed.reject(new Error('away'));
  await expect(phone.shell('one')).rejects.toThrow('away');
  listed = createDeferred();
  listed.resolve([device]);
  expect((await phone.shell('two')).stdout).toBe('two\n');
});

it('types a text, or a secret by its name', async () => {
  listed.resolve([device]);
  await phone.type('tea', { ref: 'n1' });
  await phone.type({ secret: 'Bank' }, { ref: 'n2', replace: true });
  expect(actions).toEqual([
    { action: 'type', text: 'tea', replace: false, ref: 'n1' },
    { action: 'type', secret: 'Bank', replace: true, ref: 'n2' },
  ]);
});
