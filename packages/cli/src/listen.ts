// Prints the events of a workspace and posts them to a local address, one after the other in their order.
import { ApiError, type HeardEvent } from '@pocketfleet/client';
import { CommandError, type Output, toCommandError } from '@pocketfleet/command-line';
import type { WebhookEvent } from '@pocketfleet/contract';
import type { Account } from './account.ts';

export type Listening = {
  out: Output;
  /** Progress, beside the result. */
  note: (text: string) => void;
  forwardTo: string | undefined;
  /** Undefined: all. */
  events: readonly WebhookEvent[] | undefined;
  signal: AbortSignal;
};

const forwardLimitMs = 15_000;

/** Resolves when it is stopped. Throws when the right to listen has ended. */
export async function listen(account: Pick<Account, 'client'>, options: Listening): Promise<void> {
  const { events, note, signal } = options;
  const heard = account.client.events({
    ...(events && { types: events }),
    signal,
    onUp: ({ secret, resumed }) => {
      note(`Listening. Deliveries are signed with ${secret}${resumed ? '. Nothing was missed.' : ''}`);
    },
    onDown: () => note('The line was lost. Dialling again.'),
  });
  try {
    for await (const event of heard) await handle(options, event);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'not_allowed') {
      throw new CommandError('forbidden', 'You may not hear these events any more.');
    }
    if (error.code === 'session_ended') {
      throw new CommandError('not_signed_in', 'Your key or session has ended.');
    }
    throw toCommandError(error, account.client.url);
  }
}

async function handle(
  { out, note, forwardTo }: Listening,
  { type, id, body, headers }: HeardEvent,
): Promise<void> {
  out.done(JSON.parse(body), `${type} ${id}`);
  if (forwardTo === undefined) return;
  try {
    const response = await fetch(forwardTo, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(forwardLimitMs),
    });
    await response.body?.cancel();
    note(`${type}: ${forwardTo} answered ${response.status}`);
  } catch (error) {
    note(`${type}: ${forwardTo} did not answer (${(error as Error).message})`);
  }
}
