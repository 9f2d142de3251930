// Prints a phone's screen as it changes, until it is stopped.
import { ApiError } from '@pocketfleet/client';
import { CommandError, type Exit, type Output, toCommandError } from '@pocketfleet/command-line';
import type { CloseReason, Device, ScreenNotice } from '@pocketfleet/contract';
import type { Account } from './account.ts';

export type Watching = {
  out: Output;
  /** Progress, beside the result. */
  note: (text: string) => void;
  signal: AbortSignal;
};

const mostFailures = 5;

const exits: Partial<Record<CloseReason, Exit>> = {
  session_ended: 'not_signed_in',
  not_allowed: 'forbidden',
  assignment_ended: 'rental_ended',
  device_quarantined: 'rental_ended',
};

/** Resolves when it is stopped. Throws when the right has ended, and line_lost after some failures in a row. */
export async function watchScreen(account: Account, phone: Device, options: Watching): Promise<void> {
  const givenUp = new AbortController();
  let failures = 0;
  const onDown = (reason: string): void => {
    failures += 1;
    if (failures > mostFailures) givenUp.abort();
    else options.note(`${reason} Dialling again.`);
  };
  const signal = AbortSignal.any([options.signal, givenUp.signal]);
  try {
    for await (const { notice } of account.phone(phone.id).watchScreen({ signal, onDown })) {
      failures = 0;
      print(options.out, notice);
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const exit = exits[error.code as CloseReason];
    throw exit === undefined
      ? toCommandError(error, account.url)
      : new CommandError(exit, error.detail ?? error.code);
  }
  if (givenUp.signal.aborted) throw new CommandError('line_lost', `The line to ${phone.tag} was lost.`);
}

function print(out: Output, notice: ScreenNotice): void {
  if (out.isJson) out.done(notice);
  else if (notice.problem !== null) out.print(`(not readable now: ${notice.detail})`);
  else if (notice.type === 'changes') for (const line of notice.changed) out.print(line);
  else for (const line of [...notice.text.split('\n'), '']) out.print(line);
}
