// One phone on the local adb: line, adb's device side and control socket, from the first connection to the end.
import type { Server } from 'node:net';
import { CommandError, type Environment } from '@pocketfleet/command-line';
import type { Device } from '@pocketfleet/contract';
import type { Account } from '../account.ts';
import { attachToAdb, detachFromAdb } from './adb-server-client.ts';
import { AdbSide } from './adb-side.ts';
import { type BridgeStatus, listenForControl } from './control-socket.ts';
import { Line } from './line.ts';
import type { StateFolder } from './state-folder.ts';

const maxRefused = 20;

export type BridgeDeps = {
  account: Account;
  env: Environment;
  state: StateFolder;
  /** One line for the bridge's log. */
  log: (text: string) => void;
};

export type Bridge = {
  serial: string;
  /** Resolves after `stop`; rejects with CommandError when the right to the phone has ended. */
  ended: Promise<void>;
  stop: () => void;
};

/** Resolves once adb can use the phone. */
export async function startBridge(
  deps: BridgeDeps,
  phone: Pick<Device, 'id' | 'tag'>,
  wantedPort: number | undefined,
): Promise<Bridge> {
  const since = new Date().toISOString();
  const refused: string[] = [];
  let serial = '';
  const { promise: ended, resolve: finish, reject: fail } = Promise.withResolvers<void>();
  // Awaited by the caller later than it may reject.
  ended.catch(() => undefined);
  const { promise: firstBanner, resolve: onFirstBanner } = Promise.withResolvers<string>();
  const side = new AdbSide({
    open: (service) => line.open(service),
    onRefused: (service, reason) => {
      const text = `${service.split(/[:,]/)[0] ?? ''}: ${reason}`;
      refused.push(text);
      if (refused.length > maxRefused) refused.shift();
      deps.log(`refused ${text}`);
    },
  });
  const line = new Line(deps.account, phone.id, {
    onOpen: (target, reply) => void side.openToComputer(target, reply),
    onUp: (banner) => {
      if (serial !== '') deps.log('the line is up again');
      onFirstBanner(banner);
      void side.restoreReverses();
    },
    onDown: (reason) => deps.log(`the line was lost: ${reason}`),
    onEnd: ({ exit, detail }) => {
      deps.log(detail);
      fail(new CommandError(exit, detail));
    },
  });
  const status = (): BridgeStatus => ({
    device_id: phone.id,
    tag: phone.tag,
    serial,
    pid: process.pid,
    line: line.isUp ? 'up' : 'lost',
    since,
    reverses: side.listReverses(),
    refused: [...refused],
  });
  let control: Server | undefined;
  const close = async (): Promise<void> => {
    line.stop();
    control?.close();
    await side.close();
    if (serial !== '') await detachFromAdb(deps.env, serial);
  };
  try {
    control = await listenForControl(deps.state.socketPath(phone.id), (ask) => {
      if (ask === 'stop') setImmediate(finish);
      return status();
    });
    line.start();
    const banner = await Promise.race([
      firstBanner,
      ended.then(() => Promise.reject(new CommandError('failed', 'Stopped.'))),
    ]);
    const port = await side.listen(wantedPort ?? deps.state.lastPort(phone.id), banner);
    if (wantedPort !== undefined && port !== wantedPort) {
      throw new CommandError(
        'refused',
        `Port ${wantedPort} is taken, or adb keeps it for emulators: choose one above 5683.`,
      );
    }
    serial = `127.0.0.1:${port}`;
    deps.state.notePort(phone.id, port);
    await attachToAdb(deps.env, serial);
  } catch (error) {
    await close();
    throw error;
  }
  return { serial, ended: ended.finally(close), stop: finish };
}
