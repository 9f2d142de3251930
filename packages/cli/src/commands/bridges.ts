// adb on this computer: connect, disconnect, status, doctor.
import { CommandError, oneLine, type Terminal } from '@pocketfleet/command-line';
import { type Command, InvalidArgumentError } from 'commander';
import { attachAgain } from '../bridge/adb-server-client.ts';
import { type Connected, reportToParent, runInBackground } from '../bridge/background.ts';
import {
  awaitStartedBridge,
  BridgeRunsError,
  type BridgeStatus,
  queryBridge,
} from '../bridge/control-socket.ts';
import { startBridge } from '../bridge/run-bridge.ts';
import { listRunningBridges } from '../bridge/running-bridges.ts';
import { openStateFolder, type StateFolder } from '../bridge/state-folder.ts';
import { type Context, works } from '../command.ts';
import { examineAdb } from '../doctor.ts';
import { findPhone } from '../find-phone.ts';

export function addBridges(program: Command, terminal: Terminal): void {
  works<{ foreground?: boolean; port?: number }>(
    program
      .command('connect')
      .argument('<phone>')
      .description('make a phone appear in adb devices, until you disconnect it or its rental ends')
      .option('--foreground', 'stay in this terminal; Ctrl-C disconnects')
      .option('--port <number>', 'local port, above 5683', portNumber),
    terminal,
    connect,
  );
  works<{ all?: boolean }>(
    program
      .command('disconnect')
      .argument('[phone]')
      .description('take a phone out of adb devices')
      .option('--all', 'all phones that are connected here'),
    terminal,
    disconnect,
  );
  works(
    program.command('status').description('the phones that are connected here, and why others no longer are'),
    terminal,
    status,
  );
  works(
    program
      .command('doctor')
      .description('what is wrong with adb on this computer, and with the way to the server'),
    terminal,
    async (context) => {
      const checks = await examineAdb(context);
      context.out.done({ checks }, ...checks.map(({ ok, detail }) => `${ok ? 'ok  ' : 'FAIL'}  ${detail}`));
      const failed = checks.filter(({ ok }) => !ok);
      if (failed.length === 0) return;
      const isAdb = failed.some(({ name }) => name.startsWith('adb'));
      throw new CommandError(isAdb ? 'no_adb' : 'failed', 'Something needs attention: see above.');
    },
  );
}

async function status({ terminal, out }: Context): Promise<void> {
  const state = openStateFolder(terminal.env);
  const rows = await listRunningBridges(state);
  const ended = state.listEnds().filter(({ device_id }) => rows.every((row) => row.device_id !== device_id));
  if (out.isJson) return out.done({ rows, ended });
  if (rows.length === 0) out.print('No phone is connected here: pocketfleet connect PHONE');
  else {
    out.rows({ rows }, [
      ['PHONE', (row) => row.tag],
      ['ADB SERIAL', (row) => row.serial, 'whole'],
      ['USER', (row) => row.user],
      ['LINE', (row) => row.line],
      ['SINCE', (row) => row.since, 'whole'],
      ['REVERSES', (row) => row.reverses.length],
    ]);
  }
  // Sentences of their own: in a column of a narrow terminal they would be cut.
  for (const { tag, refused } of rows) {
    const last = refused.at(-1);
    if (last !== undefined) out.done(undefined, `${tag} refused last: ${last}`);
  }
  for (const { tag, at, detail } of ended) {
    out.done(undefined, `${tag} is no longer connected, since ${at}: ${detail}`);
  }
}

async function connect(
  context: Context,
  options: { foreground?: boolean; port?: number },
  [name = '']: readonly string[],
): Promise<void> {
  const { terminal, account } = context;
  const state = openStateFolder(terminal.env);
  const phone = await findPhone(account(), name);
  if (await sayIfRunning(context, state, phone)) return;
  if (options.foreground !== true) {
    const args = [
      'connect',
      phone.id,
      '--foreground',
      ...(options.port === undefined ? [] : ['--port', String(options.port)]),
    ];
    const log = state.logPath(phone.id);
    return say(context.out, phone.tag, await runInBackground(args, terminal.env as NodeJS.ProcessEnv, log));
  }
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopping.abort());
  try {
    const log = (text: string): void =>
      terminal.writeError(`${new Date().toISOString()} ${oneLine(`${phone.tag} ${text}`)}\n`);
    const bridge = await startBridge(
      { account: account(), env: terminal.env, state, log, signal: stopping.signal },
      phone,
      options.port,
    );
    reportToParent({ serial: bridge.serial, user: bridge.user });
    say(context.out, phone.tag, bridge);
    await bridge.ended;
  } catch (error) {
    // Another `connect` was faster.
    if (error instanceof BridgeRunsError && (await sayIfRunning(context, state, phone))) return;
    if (error instanceof CommandError) reportToParent({ exit: error.exit, detail: error.message });
    throw error;
  }
}

/** Whether a bridge serves the phone already. If the bridge is still starting, this waits for it. */
async function sayIfRunning(
  { terminal, out }: Context,
  state: StateFolder,
  phone: { id: string; tag: string },
): Promise<boolean> {
  const running = await awaitStartedBridge(state.socketPath(phone.id));
  if (running === undefined) return false;
  await attachAgain(terminal.env, running.serial);
  reportToParent({ serial: running.serial, user: running.user });
  say(out, phone.tag, running);
  return true;
}

/** One line, and the serial is its last word, for scripts. adb's commands mean Android's user 0 unless they name another. */
function say(out: Context['out'], tag: string, { serial, user }: Connected): void {
  const whose = user === null || user === 0 ? '' : `Your Android user on ${tag} is ${user}. `;
  out.done({ phone: tag, serial, user }, `${whose}${tag} is connected to adb as ${serial}`);
}

async function disconnect(
  { terminal, out, account }: Context,
  options: { all?: boolean },
  [name]: readonly string[],
): Promise<void> {
  const state = openStateFolder(terminal.env);
  const running = await listRunningBridges(state);
  const meant = await meantBridges(running, name, options.all === true, account);
  for (const bridge of meant) await queryBridge(state.socketPath(bridge.device_id), 'stop');
  const tags = meant.map(({ tag }) => tag);
  out.done(
    { disconnected: tags },
    tags.length === 0 ? 'No phone was connected here.' : `Disconnected ${tags.join(', ')}.`,
  );
}

async function meantBridges(
  running: readonly BridgeStatus[],
  name: string | undefined,
  isAll: boolean,
  account: Context['account'],
): Promise<readonly BridgeStatus[]> {
  if (isAll) return running;
  if (name === undefined) throw new CommandError('usage', 'Name a phone, or use --all.');
  // Also without a line to the server, and for a phone that is no longer rented.
  const byName = running.filter(
    ({ tag, device_id }) => device_id === name || tag.toLowerCase() === name.toLowerCase(),
  );
  if (byName.length > 0) return byName;
  const phone = await findPhone(account(), name);
  return running.filter(({ device_id }) => device_id === phone.id);
}

function portNumber(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port <= 5_683 || port > 65_535) {
    throw new InvalidArgumentError('It must be a number from 5684 to 65535: adb looks for emulators below.');
  }
  return port;
}
