// Hears the events of a workspace through one outbound websocket, prints them, and posts them to a local address. A socket
// that is lost is dialled again; events of the time between are not told.
import { CommandError, type Output } from '@pocketfleet/command-line';
import { closeCodes, closeReasonOf, type ListenMessage, listenMessage } from '@pocketfleet/contract';
import { WebSocket } from 'ws';
import type { Account } from './account.ts';

export type Listening = {
  out: Output;
  /** Progress, beside the result. */
  note: (text: string) => void;
  forwardTo: string | undefined;
  /** Undefined: all. */
  events: readonly string[] | undefined;
  signal: AbortSignal;
};

const forwardLimitMs = 15_000;
const handshakeTimeoutMs = 10_000;
/** The server says something every 10 s. */
const silentAfterMs = 30_000;
const firstRetryMs = 500;
const longestRetryMs = 10_000;
const maxMessageBytes = 256 * 1_024;

type Ended = { code: number; wasUp: boolean };

/** Resolves when it is stopped. Throws when the right to listen has ended. */
export async function listen(account: Account, options: Listening): Promise<void> {
  let failures = 0;
  while (!options.signal.aborted) {
    const { code, wasUp } = await listenOnce(account, options);
    if (options.signal.aborted) return;
    const reason = closeReasonOf(code);
    if (reason === 'session_ended') throw new CommandError('not_signed_in', 'Your key or session has ended.');
    if (reason === 'not_allowed')
      throw new CommandError('forbidden', 'You may not hear these events any more.');
    if (reason !== undefined && !closeCodes[reason].reconnect) {
      throw new CommandError('failed', closeCodes[reason].detail);
    }
    failures = wasUp ? 0 : failures + 1;
    const delayMs = Math.min(firstRetryMs * 2 ** failures, longestRetryMs) * (0.5 + Math.random() / 2);
    options.note('The line was lost. Dialling again.');
    await wait(delayMs, options.signal);
  }
}

async function listenOnce(account: Account, options: Listening): Promise<Ended> {
  const { ticket } = await account.call('listenToWebhooks');
  const address = `${account.url.replace(/^http/, 'ws')}/ws/webhooks`;
  const socket = new WebSocket(address, ['pocketfleet', ticket], {
    handshakeTimeout: handshakeTimeoutMs,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
  });
  const stop = (): void => socket.close(1000);
  options.signal.addEventListener('abort', stop, { once: true });
  let wasUp = false;
  let forwarding = Promise.resolve();
  let silence = setTimeout(() => socket.terminate(), silentAfterMs);
  socket.on('message', (data) => {
    clearTimeout(silence);
    silence = setTimeout(() => socket.terminate(), silentAfterMs);
    const message = parse(String(data));
    if (message?.type === 'hello') {
      wasUp = true;
      options.note(`Listening. Until this command ends, deliveries are signed with ${message.secret}`);
    }
    // One after the other, in their order.
    if (message?.type === 'event') forwarding = forwarding.then(() => handle(options, message));
  });
  const ended = await new Promise<Ended>((resolve) => {
    socket.on('error', () => undefined);
    socket.on('close', (code) => resolve({ code, wasUp }));
  });
  clearTimeout(silence);
  options.signal.removeEventListener('abort', stop);
  await forwarding;
  return ended;
}

async function handle(
  { out, note, forwardTo, events }: Listening,
  message: Extract<ListenMessage, { type: 'event' }>,
): Promise<void> {
  if (events !== undefined && !events.includes(message.event)) return;
  out.done(JSON.parse(message.body), `${message.event} ${message.id}`);
  if (forwardTo === undefined) return;
  try {
    const response = await fetch(forwardTo, {
      method: 'POST',
      headers: message.headers,
      body: message.body,
      redirect: 'manual',
      signal: AbortSignal.timeout(forwardLimitMs),
    });
    await response.body?.cancel();
    note(`${message.event}: ${forwardTo} answered ${response.status}`);
  } catch (error) {
    note(`${message.event}: ${forwardTo} did not answer (${(error as Error).message})`);
  }
}

function parse(text: string): ListenMessage | undefined {
  try {
    return listenMessage.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

async function wait(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const stop = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      resolve();
    };
    const timer = setTimeout(stop, ms);
    signal.addEventListener('abort', stop);
  });
}
