// The checks of `pocketfleet doctor`.
import { adbVersion, describeUnusable, readAdbProgram } from './bridge/adb-program.ts';
import {
  adbServerPort,
  judgeAdbServer,
  listAdbStates,
  readServerVersion,
} from './bridge/adb-server-client.ts';
import { listRunningBridges } from './bridge/running-bridges.ts';
import { openStateFolder } from './bridge/state-folder.ts';
import type { Context } from './command.ts';

export type Check = { name: string; ok: boolean; detail: string };
type Env = Context['terminal']['env'];

export async function examineAdb({ terminal: { env }, account }: Context): Promise<Check[]> {
  const program = await readAdbProgram(env);
  const isUsable = program.state === 'usable';
  const installed = isUsable ? `adb ${program.version} is installed.` : describeUnusable(program);
  const version = isUsable ? program.version : undefined;
  return [
    { name: 'adb', ok: isUsable, detail: installed },
    ...socketOfAnotherServer(env),
    await adbServer(adbServerPort(env), version),
    ...(await lostBridges(env)),
    await server(account),
  ];
}

/** adb itself prefers this variable; we speak to a server on this computer alone. */
function socketOfAnotherServer(env: Env): Check[] {
  const socket = env['ADB_SERVER_SOCKET'];
  const port = adbServerPort(env);
  if (socket === undefined || socket === '') return [];
  if (new RegExp(`^tcp:(?:(?:localhost|127\\.0\\.0\\.1):)?${port}$`).test(socket)) return [];
  const detail = `ADB_SERVER_SOCKET is "${socket}", so adb asks another server than pocketfleet, which connects phones to the one on port ${port}: unset it, or set ANDROID_ADB_SERVER_PORT to its port if it is on this computer.`;
  return [{ name: 'adb_server_socket', ok: false, detail }];
}

/** `program`: the version of the adb that is installed here and can be used. */
async function adbServer(port: number, program: string | undefined): Promise<Check> {
  const trouble = await judgeAdbServer(port);
  const name = 'adb_server';
  if (trouble === undefined) {
    const version = adbVersion(await readServerVersion(port));
    if (program === undefined || program === version)
      return { name, ok: true, detail: `An adb server answers on port ${port}.` };
    const detail = `adb ${program} would end the server of adb ${version} on port ${port} and all its connections: use one adb for everything, or give one of them another ANDROID_ADB_SERVER_PORT.`;
    return { name, ok: false, detail };
  }
  if (trouble !== 'none') return { name, ok: false, detail: trouble };
  const remedy = program === undefined ? 'connect can start one once adb is installed' : 'connect starts one';
  return { name, ok: true, detail: `No adb server runs on port ${port}: ${remedy}.` };
}

/** Connected phones that adb can't use. */
async function lostBridges(env: Env): Promise<Check[]> {
  const bridges = await listRunningBridges(openStateFolder(env));
  if (bridges.length === 0) return [];
  const states = await listAdbStates(adbServerPort(env)).catch(() => new Map<string, string>());
  return bridges.map(({ tag, serial, line }) => {
    const state = states.get(serial);
    const name = `phone ${tag}`;
    if (line === 'lost')
      return { name, ok: false, detail: `The line to ${tag} is lost; it is dialled again by itself.` };
    if (state === 'device') return { name, ok: true, detail: `${tag} is connected to adb as ${serial}.` };
    const how = state === undefined ? 'missing in adb' : `${state} in adb`;
    return { name, ok: false, detail: `${tag} (${serial}) is ${how}: run pocketfleet connect ${tag}` };
  });
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
