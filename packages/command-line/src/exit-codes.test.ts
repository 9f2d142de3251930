// Scripts rely on these: docs/use/command-line.md lists them.
import { type CloseReason, closeCodes } from '@pocketfleet/contract';
import { expect, it } from 'vitest';
import { exitCodes, exitOf } from './exit-codes.ts';

it.each([
  [401, 'not_authenticated', 3],
  [401, 'second_factor_needed', 3],
  [403, 'forbidden', 4],
  [404, 'not_found', 5],
  [409, 'device_offline', 6],
  [409, 'short_of_phones', 6],
  [422, 'invalid_input', 6],
  [429, 'too_many_requests', 6],
  [502, 'device_failed', 6],
  [500, 'internal', 1],
  [503, 'unavailable', 1],
  [0, 'line_lost', 10],
  [0, 'timeout', 10],
])('status %i with %j ends a command with %i', (status, code, exit) => {
  expect(exitCodes[exitOf(status, code)]).toBe(exit);
});

it('each reason for closing a connection has the status of its meaning', () => {
  const exits = Object.fromEntries(
    Object.keys(closeCodes).map((reason) => [reason, exitCodes[exitOf(0, reason as CloseReason)]]),
  );
  expect(exits).toEqual({
    normal: 6,
    going_away: 10,
    bad_message: 1,
    ticket_refused: 6,
    not_allowed: 4,
    session_ended: 3,
    assignment_ended: 9,
    device_quarantined: 9,
    rights_changed: 6,
    second_factor_needed: 3,
    device_offline: 6,
    not_supported: 6,
    cut_off: 4,
    too_many: 6,
    too_slow: 6,
    server_error: 1,
  });
});
