import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The oldest Node that our packages promise to run on; undefined where the machine has none. */
export function findNode20(): string | undefined {
  const places = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/local/bin', '/usr/bin'];
  const programs = places.map((place) => join(place, 'node')).filter(existsSync);
  return programs.find((program) => String(spawnSync(program, ['--version']).stdout).startsWith('v20.'));
}
