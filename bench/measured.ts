// Writes the README's table from the results in bench/results, so that no figure is typed by hand.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Figure, RowResult } from './row.ts';

type Machine = Record<string, string | number>;
type KeptRow = RowResult & { name: string; aim: string; measured_at: string; machine: Machine };
type KeptProof = {
  name: string;
  shows: string;
  size: string;
  seed: number;
  is_proven: boolean;
  finished_at: string;
  seconds?: number;
};

const repoDir = resolve(import.meta.dirname, '..');
const readme = join(repoDir, 'README.md');
const resultsDir = join(import.meta.dirname, 'results');
const begin = '<!-- measured: written by npm run bench -- --table -->';
const end = '<!-- measured: end -->';

/** Writes the stored results into the README. */
export function writeMeasured(): void {
  const text = readFileSync(readme, 'utf8');
  writeFileSync(readme, replaceBlock(text, describeMeasured()));
}

/** The README's current table. */
export function readMeasured(): string {
  const text = readFileSync(readme, 'utf8');
  return text.slice(text.indexOf(begin) + begin.length, text.indexOf(end)).trim();
}

export function describeMeasured(): string {
  const rows = readKept<KeptRow>((name) => !name.startsWith('proof-'));
  const proofs = readKept<KeptProof>((name) => name.startsWith('proof-'));
  return [
    '| Row | Aim | Measured | The same by other means, same run | Day, load before |',
    '|---|---|---|---|---|',
    ...rows.map(
      ({ name, aim, figures, baseline, measured_at, machine }) =>
        `| \`${name}\` | ${cell(aim)} | ${list(figures)} | ${list(baseline)} | ${measured_at.slice(0, 10)}, ${machine['load_before']} |`,
    ),
    '',
    '| Proof | Shows | Size | Result |',
    '|---|---|---|---|',
    ...proofs.map(
      ({ name, shows, size, seed, is_proven, finished_at, seconds }) =>
        `| \`${name}\` | ${cell(shows)} | ${size}, seed ${seed}${seconds === undefined ? '' : `, ${seconds} s`} | ${is_proven ? 'held' : '**did not hold**'}, ${finished_at.slice(0, 10)} |`,
    ),
  ].join('\n');
}

function readKept<Kept extends { name: string }>(isWanted: (file: string) => boolean): Kept[] {
  if (!existsSync(resultsDir)) return [];
  return readdirSync(resultsDir)
    .filter((file) => file.endsWith('.json') && isWanted(file))
    .sort()
    .map((file) => JSON.parse(readFileSync(join(resultsDir, file), 'utf8')) as Kept);
}

function replaceBlock(text: string, block: string): string {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error('README.md has no place for what was measured');
  return `${text.slice(0, from + begin.length)}\n${block}\n${text.slice(to)}`;
}

function list(figures: readonly Figure[]): string {
  if (figures.length === 0) return '–';
  return figures.map((figure) => `${cell(figure.what)} **${show(figure)}**`).join('<br>');
}

/** Three significant digits: a shared machine can't measure more. */
function show({ value, unit }: Figure): string {
  const rounded = Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));
  const text = rounded.toLocaleString('en-US', { maximumFractionDigits: 3 });
  return unit === 'count' ? text : `${text} ${unit === 'ratio' ? 'times' : unit}`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
