// What `pocketfleet doctor` looks at.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { AdbServerUnreachableError, adbServerPort, askAdbServer } from './bridge/adb-server-client.ts';
import type { Context } from './command.ts';

const run = promisify(execFile);
/** Older clients lack shell exit codes over the bridge's features. */
const leastAdbVersion = 28;

export type Check = { name: string; ok: boolean; detail: string };

export async function examineAdb({ terminal, account }: Context): Promise<Check[]> {
  return [await adbProgram(terminal.env), await adbServer(terminal.env), await server(account)];
}

async function adbProgram(env: Context['terminal']['env']): Promise<Check> {
  try {
    const { stdout } = await run('adb', ['version'], { env: env as NodeJS.ProcessEnv, timeout: 10_000 });
    const version = Number(/^Version (\d+)/m.exec(stdout)?.[1] ?? Number.NaN);
    if (version < leastAdbVersion) {
      return {
        name: 'adb',
        ok: false,
        detail: `adb ${version} is too old: install Android's platform-tools ${leastAdbVersion} or newer.`,
      };
    }
    return {
      name: 'adb',
      ok: true,
      detail: `adb ${Number.isNaN(version) ? 'of an unknown version' : version} is installed.`,
    };
  } catch {
    return { name: 'adb', ok: false, detail: 'There is no adb in PATH: install Android’s platform-tools.' };
  }
}

async function adbServer(env: Context['terminal']['env']): Promise<Check> {
  const port = adbServerPort(env);
  try {
    const version = Number.parseInt(await askAdbServer(port, 'host:version'), 16);
    return {
      name: 'adb_server',
      ok: true,
      detail: `An adb server (protocol ${version}) answers on port ${port}.`,
    };
  } catch (error) {
    if (error instanceof AdbServerUnreachableError) {
      return {
        name: 'adb_server',
        ok: true,
        detail: `No adb server runs on port ${port}: connect starts one.`,
      };
    }
    const reason = error instanceof Error ? error.message : String(error);
    return {
      name: 'adb_server',
      ok: false,
      detail: `Port ${port} does not answer as an adb server (${reason}): run "adb kill-server".`,
    };
  }
}

async function server(account: Context['account']): Promise<Check> {
  try {
    const { url, call } = account();
    const me = await call('me');
    return { name: 'server', ok: true, detail: `${url} answers; you are ${me.username}.` };
  } catch (error) {
    return { name: 'server', ok: false, detail: error instanceof Error ? error.message : String(error) };
  }
}
