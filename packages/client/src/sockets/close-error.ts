import { type CloseReason, closeCodes, closeReasonOf } from '@pocketfleet/contract';
import { ApiError } from '../api-error.ts';

/**
 * Why a socket has closed: `code` is a reason of the contract, or `line_lost`. `reconnect`: dialling again can help. `words`: in
 * place of the contract's sentences, which are for people at a picture.
 */
export function closeErrorOf(
  closeCode: number,
  text: string,
  words: Partial<Record<CloseReason, string>> = {},
): { error: ApiError; reconnect: boolean } {
  const reason = closeReasonOf(closeCode);
  const isLoss = reason === undefined || reason === 'normal';
  const said = isLoss ? { detail: 'The connection was lost.', reconnect: true } : closeCodes[reason];
  // The server sends the contract's sentence with the code.
  const isOfContract = text === '' || text === said.detail;
  const detail = isOfContract ? ((reason && words[reason]) ?? said.detail) : text;
  return {
    error: new ApiError({ status: 0, code: isLoss ? 'line_lost' : reason, detail }),
    reconnect: said.reconnect,
  };
}

/** Refusals of a ticket that may pass by themselves. */
const passingCodes = new Set([
  'no_response',
  'unknown',
  'device_offline',
  'device_preparing',
  'too_many_requests',
]);

export function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return passingCodes.has(error.code) || error.status >= 500;
}
