import { expect, it } from 'vitest';
import { refusalOf } from './refusal.ts';

it.each([
  [409, 'device_offline', true],
  [409, 'assignment_not_started', true],
  [429, 'anything', true],
  [409, 'device_out_of_service', false],
  [403, 'device_not_assigned', false],
  [401, 'not_authenticated', false],
])('after %i %s trying again can help: %s', (status, code, reconnect) => {
  expect(refusalOf(status, code, 'Why.')).toMatchObject({ message: 'Why.', reconnect });
});
