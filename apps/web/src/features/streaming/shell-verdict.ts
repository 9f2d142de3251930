// What the end of a shell's socket means for the customer. Pure.
import { closeCodes, closeReasonOf } from '@pocketfleet/contract';

export type ShellVerdict = { detail: string; reconnect: boolean };

const lineLost = 'The connection to the phone’s shell was lost.';

/** `exitCode` is what the phone's shell said before it ended; null when it said nothing. */
export function verdictOfShellClose(code: number, exitCode: number | null): ShellVerdict {
  if (exitCode !== null) {
    const how = exitCode === 0 ? '' : ` with code ${exitCode}`;
    return { detail: `The shell has ended${how}.`, reconnect: false };
  }
  const reason = closeReasonOf(code);
  if (reason === undefined) return { detail: lineLost, reconnect: true };
  if (reason === 'normal') return { detail: 'The shell was closed.', reconnect: false };
  const { detail, reconnect } = closeCodes[reason];
  return { detail, reconnect };
}

const maxAttempts = 10;

/** Wait before try `attempt` (from 0), in ms; null when it is time for the customer to decide. */
export function shellRetryDelayMs(attempt: number): number | null {
  return attempt >= maxAttempts ? null : Math.min(8_000, 300 * 2 ** attempt);
}
