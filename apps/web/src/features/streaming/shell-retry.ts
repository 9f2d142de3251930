// Decides how to continue after a shell's socket has closed. Pure.
import { closeCodes, closeReasonOf } from '@pocketfleet/contract';
import * as texts from '#language/session';

export type ShellCloseOutcome = { detail: string; reconnect: boolean };

const connectionLost = texts.theConnectionToThePhones;

/** `exitCode` is the exit code of the phone's shell, and null if the shell has not ended. */
export function outcomeOfShellClose(code: number, exitCode: number | null): ShellCloseOutcome {
  if (exitCode !== null) {
    const withCode = exitCode === 0 ? '' : ` with code ${exitCode}`;
    return { detail: texts.theShellHasEnded(withCode), reconnect: false };
  }
  const reason = closeReasonOf(code);
  if (reason === undefined) return { detail: connectionLost, reconnect: true };
  if (reason === 'normal') return { detail: texts.theShellWasClosed, reconnect: false };
  const { detail, reconnect } = closeCodes[reason];
  return { detail, reconnect };
}

const maxAttempts = 10;

/** The delay before retry number `attempt` (from 0), in ms; null when the customer has to retry. */
export function shellRetryDelayMs(attempt: number): number | null {
  return attempt >= maxAttempts ? null : Math.min(8_000, 300 * 2 ** attempt);
}
