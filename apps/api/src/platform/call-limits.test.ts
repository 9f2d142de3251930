import { expect, test } from 'vitest';
import { AppError } from './app-error.ts';
import { createCallLimits } from './call-limits.ts';

const call = (credential_id: string, workspace_id = 'team') => ({ credential_id, workspace_id });

test('a credential has 3,000 calls a minute, and is told what is left and when it may call again', () => {
  let nowMs = 0;
  const limits = createCallLimits(() => nowMs);
  expect(limits.count(call('one'))).toEqual({ limit: 3_000, remaining: 2_999, resetS: 60 });
  nowMs = 30_000;
  for (let calls = 1; calls < 3_000; calls += 1) limits.count(call('one'));
  const refused = expect.objectContaining({ code: 'too_many_requests', retryAfterS: 30 });
  expect(() => limits.count(call('one'))).toThrow(AppError);
  expect(() => limits.count(call('one'))).toThrow(refused);
  expect(limits.count(call('two')).remaining).toBe(2_999);
  nowMs = 60_001;
  expect(limits.count(call('one')).remaining).toBe(2_999);
});

test('a workspace has 9,000 over all of its credentials, and another one its own', () => {
  const limits = createCallLimits(() => 0);
  for (const credential of ['a', 'b', 'c', 'd']) {
    for (let calls = 0; calls < 2_250; calls += 1) limits.count(call(credential));
  }
  expect(() => limits.count(call('e'))).toThrow(AppError);
  expect(limits.count(call('e', 'other')).remaining).toBe(2_998);
});

test('refused calls of one credential don’t count for its workspace', () => {
  const limits = createCallLimits(() => 0);
  for (let calls = 0; calls < 9_000; calls += 1) {
    if (calls < 3_000) limits.count(call('loop'));
    else expect(() => limits.count(call('loop'))).toThrow(AppError);
  }
  expect(limits.count(call('person')).remaining).toBe(2_999);
});

test('guests count for their link, and not for the workspace', () => {
  const limits = createCallLimits(() => 0);
  const guest = (id: number, link_id = 'link') => ({ ...call(`guest ${id}`), link_id });
  for (let id = 0; id < 4; id += 1) {
    for (let calls = 0; calls < 2_250; calls += 1) limits.count(guest(id));
  }
  expect(() => limits.count(guest(5))).toThrow(AppError);
  expect(limits.count(guest(6, 'another')).remaining).toBe(2_999);
  for (const credential of ['a', 'b', 'c']) {
    for (let calls = 0; calls < 3_000; calls += 1) limits.count(call(credential));
  }
});
