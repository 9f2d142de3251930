// adb on this computer: connect, disconnect, status, doctor.
import { CommandError, oneLine, type Terminal } from '@pocketfleet/command-line';
import { type Command, InvalidArgumentError } from 'commander';
import { attachAgain } from '../bridge/adb-server-client.ts';
import { reportToParent, runInBackground } from '../bridge/background.ts';
import { askBridge, awaitStartedBridge, type BridgeStatus } from '../bridge/control-socket.ts';
import { startBridge } from '../bridge/run-bridge.ts';
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
    program.command('status').description('the phones that are connected here'),
    terminal,
    async ({ out }) => {
      const rows = await runningBridges(openStateFolder(terminal.env));
      if (rows.length === 0 && !out.isJson)
        return out.print('No phone is connected here: pocketfleet connect PHONE');
      out.rows({ rows }, [
        ['PHONE', (row) => row.tag],
        ['ADB SERIAL', (row) => row.serial],
        ['LINE', (row) => row.line],
        ['SINCE', (row) => row.since],
        ['REVERSES', (row) => row.reverses.length],
        ['LAST REFUSAL', (row) => row.refused.at(-1) ?? null],
      ]);
    },
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
      const isAdb = failed.some(({ name }) => name !== 'server');
      throw new CommandError(isAdb ? 'no_adb' : 'failed', 'Something needs attention: see above.');
    },
  );
}

async function connect(
  { terminal, out, account }: Context,
  options: { foreground?: boolean; port?: number },
  [name = '']: readonly string[],
): Promise<void> {
  const state = openStateFolder(terminal.env);
  const phone = await findPhone(account(), name);
  const running = await awaitStartedBridge(state.socketPath(phone.id));
  if (running !== undefined) {
    await attachAgain(terminal.env, running.serial);
    return say(out, phone.tag, running.serial);
  }
  if (options.foreground !== true) {
    const args = [
      'connect',
      phone.id,
      '--foreground',
      ...(options.port === undefined ? [] : ['--port', String(options.port)]),
    ];
    return say(
      out,
      phone.tag,
      await runInBackground(args, terminal.env as NodeJS.ProcessEnv, state.logPath(phone.id)),
    );
  }
  try {
    const log = (text: string): void =>
      terminal.writeError(`${new Date().toISOString()} ${oneLine(`${phone.tag} ${text}`)}\n`);
    const bridge = await startBridge(
      { account: account(), env: terminal.env, state, log },
      phone,
      options.port,
    );
    reportToParent({ serial: bridge.serial });
    say(out, phone.tag, bridge.serial);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, bridge.stop);
    await bridge.ended;
  } catch (error) {
    if (error instanceof CommandError) reportToParent({ exit: error.exit, detail: error.message });
    throw error;
  }
}

/** The serial is the last word of the line, for scripts. */
function say(out: Context['out'], tag: string, serial: string): void {
  out.done({ phone: tag, serial }, `${tag} is connected to adb as ${serial}`);
}

async function disconnect(
  { terminal, out, account }: Context,
  options: { all?: boolean },
  [name]: readonly string[],
): Promise<void> {
  const state = openStateFolder(terminal.env);
  const running = await runningBridges(state);
  const meant = await meantBridges(running, name, options.all === true, account);
  for (const bridge of meant) await askBridge(state.socketPath(bridge.device_id), 'stop');
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

async function runningBridges(state: StateFolder): Promise<BridgeStatus[]> {
  const answers = await Promise.all(state.list().map((id) => askBridge(state.socketPath(id), 'status')));
  return answers.filter((answer) => answer !== undefined).sort((a, b) => a.tag.localeCompare(b.tag));
}

function portNumber(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port <= 5_683 || port > 65_535) {
    throw new InvalidArgumentError('It must be a number from 5684 to 65535: adb looks for emulators below.');
  }
  return port;
}
