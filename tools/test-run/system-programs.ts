// Programs that the tests need and npm doesn't bring: a Chromium, Debian's adb as an independent check, and a NATS server.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const chromiumNames = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'microsoft-edge',
];
export const headlessShell = 'chromium-headless-shell';
const chromiumPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Path of a Chromium with H.264, CHROMIUM first. */
export function findChromium(): string | undefined {
  const chosen = process.env['CHROMIUM'];
  if (chosen !== undefined && isProgram(chosen)) return chosen;
  return findOnPath(chromiumNames) ?? chromiumPlaces.find(isProgram);
}

/** For tests: Chromium without its window where there is one, a third of the work (decisions/045). */
export function findTestBrowser(): string | undefined {
  const chosen = process.env['CHROMIUM'];
  if (chosen !== undefined && isProgram(chosen)) return chosen;
  return findOnPath([headlessShell]) ?? findChromium();
}

export function hasHeadlessShell(): boolean {
  return findOnPath([headlessShell]) !== undefined;
}

export function findAdb(): string | undefined {
  return findOnPath(['adb']);
}

/** Debian puts it where only root's PATH looks. */
export function findNatsServer(): string | undefined {
  return findOnPath(['nats-server']) ?? ['/usr/sbin/nats-server'].find(isProgram);
}

/** The native client, SCRCPY first, for a figure to compare ours with. Debian 12 has no package of it. */
export function findScrcpy(): string | undefined {
  const chosen = process.env['SCRCPY'];
  if (chosen !== undefined && isProgram(chosen)) return chosen;
  return findOnPath(['scrcpy']);
}

/** An X server without a monitor, for windows that nobody has to see. */
export function findXvfb(): string | undefined {
  return findOnPath(['Xvfb']);
}

/** Root on a Debian can install; everybody else gets the command to run. */
export function canInstall(): boolean {
  return process.getuid?.() === 0 && findOnPath(['apt-get']) !== undefined;
}

/** Installs Debian packages; false with apt's last lines when it can't, soon where there is no network. */
export function install(names: readonly string[]): { isDone: boolean; output: string } {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = [
    'DPkg::Lock::Timeout=300',
    'Acquire::Retries=1',
    'Acquire::http::Timeout=20',
    'Acquire::https::Timeout=20',
  ].flatMap((option) => ['-o', option]);
  let output = '';
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...names],
  ]) {
    const result = spawnSync('apt-get', [...options, ...args], { env, encoding: 'utf8', timeout: 900_000 });
    output = `${result.stdout ?? ''}${result.stderr ?? ''}`.trim().split('\n').slice(-5).join('\n');
    if (result.status !== 0) return { isDone: false, output };
  }
  return { isDone: true, output };
}

/** The one command that installs a browser on this machine. */
export function installCommand(names: readonly string[]): string {
  if (process.platform === 'darwin')
    return 'brew install --cask chromium && brew install android-platform-tools';
  return `sudo apt-get update && sudo apt-get install -y ${names.join(' ')}`;
}

function findOnPath(names: readonly string[]): string | undefined {
  const dirs = (process.env['PATH'] ?? '').split(delimiter);
  for (const name of names) {
    const found = dirs.map((dir) => join(dir, name)).find(isProgram);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
