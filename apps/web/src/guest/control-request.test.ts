import { expect, it } from 'vitest';
import { createControlRequest } from './control-request.ts';

it('a request for control is obeyed once, for a few seconds, and not after the phone was left', () => {
  let now = 0;
  const request = createControlRequest(() => now);
  expect(request.take()).toBe(false);
  request.ask();
  now = 4_000;
  expect(request.take()).toBe(true);
  expect(request.take()).toBe(false);
  request.ask();
  now = 10_000;
  expect(request.take()).toBe(false);
  request.ask();
  request.clear();
  expect(request.take()).toBe(false);
});
