// Downloads the official scrcpy-server 3.3.3, which the agent pushes to phones. See docs/decisions/003-scrcpy-server-file.md.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '../bootstrap/refusal.mjs';
import { RunFailed, runToEnd } from './run-to-end.ts';

const version = '3.3.3';
/** SHA-256 as printed in scrcpy's build document. */
const sha256 = '7e70323ba7f259649dd4acce97ac4fefbae8102b2c6d91e2e7be613fd5354be0';
/** A package that contains exactly that file. Its code and dependencies are not installed. */
const carrier = '@midscene/android@1.7.3';

/** Returns the path of the verified file, and downloads it through npm where it is missing. */
export async function ensureScrcpyServer(cacheDir: string): Promise<string> {
  const path = join(cacheDir, 'scrcpy-server', version, 'scrcpy-server');
  if (isRight(path)) return path;
  mkdirSync(join(cacheDir, 'scrcpy-server', version), { recursive: true });
  const half = mkdtempSync(join(cacheDir, 'scrcpy-server', 'half-'));
  try {
    const unpacked = await fetchCarrier(half);
    if (!isRight(unpacked)) {
      throw new Refusal(
        `The scrcpy-server file in ${carrier} is not the official ${version} (wrong SHA-256). Nothing was started; please report this.`,
      );
    }
    renameSync(unpacked, path);
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
  return path;
}

async function fetchCarrier(dir: string): Promise<string> {
  const options = { cwd: dir, timeoutMs: 180_000 };
  try {
    await runToEnd(
      'npm',
      [
        'pack',
        carrier,
        '--ignore-scripts',
        '--loglevel=error',
        '--fetch-retries=2',
        '--fetch-retry-mintimeout=1000',
      ],
      options,
    );
  } catch (cause) {
    const output = cause instanceof RunFailed ? cause.output : '';
    const reason =
      output.split('\n').find((line) => /npm (?:error|ERR!) (?!code |syscall |errno )\S/.test(line)) ??
      'npm gave no reason';
    const advice = 'It is fetched through npm: check the network (npm ping) and start again.';
    throw new Refusal(`The scrcpy-server file is missing (${reason.trim()}). ${advice}`, { cause });
  }
  const archive = readdirSync(dir).find((name) => name.endsWith('.tgz'));
  if (archive === undefined) throw new Refusal(`npm did not deliver ${carrier}. Start again.`);
  await runToEnd('tar', ['-xzf', archive, 'package/bin/scrcpy-server'], options);
  return join(dir, 'package', 'bin', 'scrcpy-server');
}

function isRight(path: string): boolean {
  return existsSync(path) && createHash('sha256').update(readFileSync(path)).digest('hex') === sha256;
}
