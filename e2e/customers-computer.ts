// A customer's computer: Debian's adb with a server of its own, and the command line with folders of its own.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findFreePort } from '../tools/postgres/free-port.ts';
import { findAdb } from '../tools/test-run/system-programs.ts';

export type Ran = { status: number | null; out: string; bytes: Buffer; error: string };

export type CustomersComputer = {
  /** For the customer's files; removed at the end. */
  readonly folder: string;
  readonly adbProgram: string;
  readonly adbPort: number;
  readonly env: NodeJS.ProcessEnv;
  run(program: string, args: readonly string[], input?: string): Promise<Ran>;
  adb(...args: string[]): Promise<Ran>;
  pocketfleet(args: readonly string[], input?: string): Promise<Ran>;
  /** Connects a phone and returns its serial in adb. */
  connect(tag: string): Promise<string>;
  stop(): Promise<void>;
};

export const commandLine: string = resolve(import.meta.dirname, '../packages/cli/src/main.ts');
const demo = { username: 'demo', password: 'Pocketfleet-demo-1' };

/** Signed in as this customer. Undefined if adb isn't installed. */
export async function startCustomersComputer(
  site: string,
  { username, password }: { username: string; password: string } = demo,
): Promise<CustomersComputer | undefined> {
  const adbProgram = findAdb();
  if (adbProgram === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'pocketfleet-customer-'));
  const adbPort = await findFreePort();
  const env = {
    ...process.env,
    POCKETFLEET_URL: site,
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_STATE_HOME: join(folder, 'state'),
    ANDROID_ADB_SERVER_PORT: String(adbPort),
  };
  const run: CustomersComputer['run'] = (program, args, input = '') => {
    const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'pipe'] });
    // A program that ends before it has read everything breaks the pipe; its exit code says why.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    const pieces: Buffer[] = [];
    let error = '';
    child.stdout.on('data', (chunk: Buffer) => pieces.push(chunk));
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      error += chunk;
    });
    return new Promise((done, fail) => {
      child.once('error', fail);
      child.once('close', (status) => {
        const bytes = Buffer.concat(pieces);
        done({ status, out: bytes.toString(), bytes, error });
      });
    });
  };
  const adb: CustomersComputer['adb'] = (...args) => run(adbProgram, ['-P', String(adbPort), ...args]);
  const pocketfleet: CustomersComputer['pocketfleet'] = (args, input) =>
    run(process.execPath, [commandLine, ...args], input);
  const stop = async (): Promise<void> => {
    await pocketfleet(['disconnect', '--all']);
    await adb('kill-server');
    rmSync(folder, { recursive: true, force: true });
  };
  const signedIn = await pocketfleet(['login', '--username', username], `${password}\n`);
  if (signedIn.status !== 0) {
    await stop();
    throw new Error(`the command line could not sign in: ${signedIn.error}`);
  }
  return {
    folder,
    adbProgram,
    adbPort,
    env,
    run,
    adb,
    pocketfleet,
    async connect(tag) {
      const { status, out, error } = await pocketfleet(['connect', tag, '--json']);
      if (status !== 0) throw new Error(`${tag} could not be connected: ${error}`);
      return (JSON.parse(out) as { serial: string }).serial;
    },
    stop,
  };
}
