import { expect, it } from 'vitest';
import { createRefusal } from './start-stream.ts';

it.each([
  [409, 'device_offline', true, false],
  [409, 'device_preparing', true, false],
  [409, 'assignment_not_started', true, false],
  [429, 'anything', true, false],
  [409, 'device_out_of_service', false, false],
  [403, 'device_not_assigned', false, true],
  [401, 'not_authenticated', false, true],
])('%i %s: another attempt can succeed: %s; unauthorized: %s', (status, code, reconnect, isUnauthorized) => {
  expect(createRefusal(status, code, 'Why.')).toMatchObject({ message: 'Why.', reconnect, isUnauthorized });
});
