// Which refusals of a ticket may pass by themselves. The frame and the panel ask for tickets in their own ways and
// judge the answers by this one.
import { StreamRefusedError } from './connection.ts';

const passing = new Set(['device_offline', 'assignment_not_started', 'too_many_requests']);

/** What a player is told when `stream/start` answered `status` with this code and sentence. */
export function refusalOf(status: number, code: string, detail: string | undefined): StreamRefusedError {
  const mayPass = passing.has(code) || status === 429;
  return new StreamRefusedError(
    detail ?? 'This phone can’t be streamed.',
    mayPass,
    !mayPass && (status === 401 || status === 403),
  );
}
