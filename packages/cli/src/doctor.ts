// What `pocketfleet doctor` looks at.
import { describeUnusable, readAdbProgram } from './bridge/adb-program.ts';
import { adbServerPort, judgeAdbServer } from './bridge/adb-server-client.ts';
import type { Context } from './command.ts';

export type Check = { name: string; ok: boolean; detail: string };

export async function examineAdb({ terminal, account }: Context): Promise<Check[]> {
  const program = await adbProgram(terminal.env);
  return [program, await adbServer(terminal.env, program.ok), await server(account)];
}

async function adbProgram(env: Context['terminal']['env']): Promise<Check> {
  const program = await readAdbProgram(env);
  if (program.state !== 'usable') return { name: 'adb', ok: false, detail: describeUnusable(program) };
  return { name: 'adb', ok: true, detail: `adb ${program.version} is installed.` };
}

/** `canStart`: adb is installed here. */
async function adbServer(env: Context['terminal']['env'], canStart: boolean): Promise<Check> {
  const port = adbServerPort(env);
  const trouble = await judgeAdbServer(port);
  const name = 'adb_server';
  if (trouble === undefined) return { name, ok: true, detail: `An adb server answers on port ${port}.` };
  if (trouble !== 'none') return { name, ok: false, detail: trouble };
  const remedy = canStart ? 'connect starts one' : 'connect can start one once adb is installed';
  return { name, ok: true, detail: `No adb server runs on port ${port}: ${remedy}.` };
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
