import { expect, it } from 'vitest';
import { refusalOf } from './refusal.ts';

it.each([
  [409, 'device_offline', true, false],
  [409, 'assignment_not_started', true, false],
  [429, 'anything', true, false],
  [409, 'device_out_of_service', false, false],
  [403, 'device_not_assigned', false, true],
  [401, 'not_authenticated', false, true],
])(
  'after %i %s trying again can help: %s; the phone isn’t the caller’s: %s',
  (status, code, reconnect, isUnauthorized) => {
    expect(refusalOf(status, code, 'Why.')).toMatchObject({ message: 'Why.', reconnect, isUnauthorized });
  },
);
