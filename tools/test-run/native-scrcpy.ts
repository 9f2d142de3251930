// The genuine scrcpy client, for the proof that it works through the bridge: Debian 12 has no package of it, so it is built from
// its public source. SCRCPY names a program that is built already, SCRCPY_SOURCE another place of the source.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canInstall, findScrcpy, install } from './system-programs.ts';

const tag = 'v3.3.3';
/** The commit that the tag names, so that nothing else is built. */
const commit = 'e5e58b1b307d92cbe3432431a9e22cd648f8d4d1';
const source = 'https://github.com/Genymobile/scrcpy';
/** Of scrcpy's doc/build.md, for Debian. */
const libraries = [
  'git',
  'gcc',
  'meson',
  'ninja-build',
  'pkg-config',
  'libsdl2-dev',
  'libavcodec-dev',
  'libavdevice-dev',
  'libavformat-dev',
  'libavutil-dev',
  'libswresample-dev',
  'libusb-1.0-0-dev',
];
const limitMs = 600_000;

/** The path of the program, built once and kept in `cacheDir`; or why there is none. */
export function ensureScrcpy(cacheDir: string): { program: string } | { reason: string } {
  const found = findScrcpy();
  if (found !== undefined) return { program: found };
  const kept = join(cacheDir, 'scrcpy-client', tag);
  const program = join(kept, 'scrcpy');
  if (existsSync(program)) return { program };
  const place = mkdtempSync(join(tmpdir(), 'pocketfleet-scrcpy-'));
  const build = join(place, 'build');
  try {
    if (canInstall()) {
      const { isDone, output } = install(libraries);
      if (!isDone) return { reason: `the libraries of scrcpy can not be installed: ${output}` };
    }
    const steps = [
      [
        'git',
        'clone',
        '--quiet',
        '--depth',
        '1',
        '--branch',
        tag,
        process.env['SCRCPY_SOURCE'] ?? source,
        join(place, 'source'),
      ],
      ['meson', 'setup', build, join(place, 'source'), '--buildtype=release', '-Dcompile_server=false'],
      ['ninja', '-C', build],
    ];
    for (const [index, [name = '', ...args]] of steps.entries()) {
      const { status, output } = run(name, args);
      if (status !== 0) return { reason: `${name} ${args[0]} has failed: ${output}` };
      if (index > 0) continue;
      const head = run('git', ['-C', join(place, 'source'), 'rev-parse', 'HEAD']).output;
      if (head !== commit) return { reason: `the source has another commit than ${tag}: ${head}` };
    }
    mkdirSync(kept, { recursive: true });
    copyFileSync(join(build, 'app/scrcpy'), program);
    return { program };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function run(name: string, args: readonly string[]): { status: number | null; output: string } {
  const result = spawnSync(name, args, { encoding: 'utf8', timeout: limitMs });
  const text = `${result.stdout ?? ''}${result.stderr ?? ''}${result.error?.message ?? ''}`;
  return { status: result.status, output: text.trim().split('\n').slice(-5).join('\n') };
}
