// Prints a phone's screen as it changes, until it is stopped. A lost line is dialled again, with a whole outline first.
import { CommandError, type Exit, type Output } from '@pocketfleet/command-line';
import {
  type CloseReason,
  closeCodes,
  closeReasonOf,
  type Device,
  type ScreenNotice,
  screenNotice,
} from '@pocketfleet/contract';
import { WebSocket } from 'ws';
import type { Account } from './account.ts';

export type Watching = {
  out: Output;
  /** Progress, beside the result. */
  note: (text: string) => void;
  signal: AbortSignal;
};

const handshakeTimeoutMs = 10_000;
/** The server pings every 10 s. */
const silentAfterMs = 30_000;
const retryDelaysMs = [500, 1_000, 2_000, 4_000, 8_000];
const maxMessageBytes = 2 * 1_024 * 1_024;

const exits: Partial<Record<CloseReason, Exit>> = {
  session_ended: 'not_signed_in',
  not_allowed: 'forbidden',
  assignment_ended: 'rental_ended',
  device_quarantined: 'rental_ended',
};

/** Resolves when it is stopped. Throws when the right has ended, and line_lost after five failures in a row. */
export async function watchScreen(account: Account, phone: Device, options: Watching): Promise<void> {
  for (let failures = 0; !options.signal.aborted; failures += 1) {
    const { code, wasUp } = await watchOnce(account, phone, options);
    if (options.signal.aborted) return;
    const reason = closeReasonOf(code);
    if (reason !== undefined && !closeCodes[reason].reconnect) {
      throw new CommandError(exits[reason] ?? 'refused', closeCodes[reason].detail);
    }
    if (wasUp) failures = 0;
    const delayMs = retryDelaysMs[failures];
    if (delayMs === undefined) throw new CommandError('line_lost', `The line to ${phone.tag} was lost.`);
    options.note(
      `${reason === undefined ? 'The line was lost.' : closeCodes[reason].detail} Dialling again.`,
    );
    await wait(delayMs * (0.5 + Math.random() / 2), options.signal);
  }
}

async function watchOnce(account: Account, phone: Device, options: Watching) {
  const { ticket } = await account.call('startStream', {
    params: { id: phone.id },
    body: { purpose: 'screen' },
  });
  const address = `${account.url.replace(/^http/, 'ws')}/ws/devices/${phone.id}/screen`;
  const socket = new WebSocket(address, ['pocketfleet', ticket], {
    handshakeTimeout: handshakeTimeoutMs,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
  });
  const stop = (): void => socket.close(closeCodes.normal.code);
  options.signal.addEventListener('abort', stop, { once: true });
  let wasUp = false;
  let silence = setTimeout(() => socket.terminate(), silentAfterMs);
  const heard = (): void => {
    clearTimeout(silence);
    silence = setTimeout(() => socket.terminate(), silentAfterMs);
  };
  socket.on('ping', heard);
  socket.on('message', (data) => {
    heard();
    const notice = parse(String(data));
    if (notice === undefined) return;
    wasUp = true;
    print(options.out, notice);
  });
  const code = await new Promise<number>((resolve) => {
    socket.on('error', () => undefined);
    socket.on('close', resolve);
  });
  clearTimeout(silence);
  options.signal.removeEventListener('abort', stop);
  return { code, wasUp };
}

function print(out: Output, notice: ScreenNotice): void {
  if (out.isJson) out.done(notice);
  else if (notice.problem !== null) out.print(`(not readable now: ${notice.detail})`);
  else if (notice.type === 'changes') for (const line of notice.changed) out.print(line);
  else for (const line of [...notice.text.split('\n'), '']) out.print(line);
}

function parse(text: string): ScreenNotice | undefined {
  try {
    return screenNotice.safeParse(JSON.parse(text)).data;
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
