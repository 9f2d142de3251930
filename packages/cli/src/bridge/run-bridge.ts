// One phone on the local adb: its port, what adb's server knows of it, and the control socket, from the first connection to
// the end.
import type { Server } from 'node:net';
import { ApiError } from '@pocketfleet/client';
import { type AdbPort, listenForAdb } from '@pocketfleet/client/node';
import { CommandError, type Environment, toCommandError } from '@pocketfleet/command-line';
import type { Device } from '@pocketfleet/contract';
import type { Account } from '../account.ts';
import { attachToAdb, detachFromAdb, prepareAdbServer } from './adb-server-client.ts';
import { type BridgeStatus, listenForControl } from './control-socket.ts';
import { Refusals } from './refusals.ts';
import type { StateFolder } from './state-folder.ts';

export type BridgeDeps = {
  account: Pick<Account, 'client'>;
  env: Environment;
  state: StateFolder;
  /** One line for the bridge's log. */
  log: (text: string) => void;
  /** Stops the bridge, also while it starts. */
  signal: AbortSignal;
};

export type Bridge = {
  serial: string;
  /** The customer's Android user on the phone; null where it is not known. */
  user: number | null;
  /** Resolves after it was stopped; rejects with CommandError when the right to the phone has ended. */
  ended: Promise<void>;
};

/**
 * Resolves once adb can use the phone. Without a usable adb it throws before it asks for the phone. Throws BridgeRunsError
 * where another bridge serves the phone.
 */
export async function startBridge(
  deps: BridgeDeps,
  phone: Pick<Device, 'id' | 'tag'>,
  wantedPort: number | undefined,
): Promise<Bridge> {
  await prepareAdbServer(deps.env);
  const { client } = deps.account;
  const since = new Date().toISOString();
  const refusals = new Refusals(deps.log);
  const stopped = new AbortController();
  const stop = (): void => stopped.abort(new CommandError('failed', 'Stopped.'));
  deps.signal.addEventListener('abort', stop, { once: true });
  if (deps.signal.aborted) stop();
  let port: AdbPort | undefined;
  let isAttached = false;
  const status = (): BridgeStatus => ({
    device_id: phone.id,
    tag: phone.tag,
    serial: isAttached && port !== undefined ? port.serial : '',
    user: port?.user ?? null,
    pid: process.pid,
    line: port?.isUp() === true ? 'up' : 'lost',
    since,
    reverses: port?.reverses() ?? [],
    refused: refusals.latest(),
  });
  let control: Server | undefined;
  const close = async (): Promise<void> => {
    control?.close();
    await port?.close();
    if (isAttached && port !== undefined) await detachFromAdb(deps.env, port.serial);
  };
  const explain = (error: unknown): never => {
    if (!(error instanceof ApiError)) throw error;
    const failure = toCommandError(error, client.url);
    // A phone that was never connected is not missed: `connect` itself says why, once.
    if (isAttached) {
      deps.log(error.message);
      const at = new Date().toISOString();
      deps.state.noteEnd({ device_id: phone.id, tag: phone.tag, at, detail: failure.message });
    }
    throw failure;
  };
  try {
    control = await listenForControl(deps.state.socketPath(phone.id), (ask) => {
      if (ask === 'stop') {
        deps.state.forgetEnd(phone.id);
        setImmediate(stop);
      }
      return status();
    });
    port = await listenForAdb(client, phone.id, {
      port: wantedPort ?? deps.state.lastPort(phone.id),
      signal: stopped.signal,
      onUp: () => {
        if (isAttached) deps.log('the line is up again');
      },
      onDown: (reason) => deps.log(`the line was lost: ${reason}`),
      onRefused: (service, reason) => refusals.add(service, reason),
    }).catch(explain);
    if (wantedPort !== undefined && port.port !== wantedPort) {
      throw new CommandError(
        'refused',
        `Port ${wantedPort} is taken, or adb keeps it for emulators: choose one above 5683.`,
      );
    }
    deps.state.notePort(phone.id, port.port);
    deps.state.forgetEnd(phone.id);
    await attachToAdb(deps.env, port.serial);
    isAttached = true;
  } catch (error) {
    await close();
    throw error;
  }
  return { serial: port.serial, user: port.user, ended: port.ended.catch(explain).finally(close) };
}
