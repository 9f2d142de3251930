// Rows of this version and of an older one in turns: ours, theirs, theirs, ours. Each turn is a process of its own, which
// measures with its version's own row, so a row needs no code for it. Figures of one name are compared.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Figure, RowResult } from './row.ts';

const ownCheckout = join(import.meta.dirname, '..');
const turns = ['ours', 'theirs', 'theirs', 'ours'] as const;
type Version = (typeof turns)[number];

/** `before` is the folder of the older version, with its packages installed. Throws when a turn fails. */
export async function measureBothVersions(name: string, before: string): Promise<RowResult> {
  const results: Record<Version, RowResult[]> = { ours: [], theirs: [] };
  for (const version of turns)
    results[version].push(await measureIn(version === 'ours' ? ownCheckout : before, name));
  const [ours, theirs] = [meansOf(results.ours), meansOf(results.theirs)];
  const figures = ours.flatMap((figure) => {
    const other = theirs.find(({ what, unit }) => what === figure.what && unit === figure.unit);
    if (other === undefined || other.value === 0) return [figure];
    const what = `${figure.what}, times the version before`;
    return [figure, { what, value: figure.value / other.value, unit: 'ratio' as const }];
  });
  return {
    figures,
    baseline: theirs,
    note: `Turns: ${turns.join(', ')}. Each figure is the mean of its version's turns. ${results.ours[0]?.note ?? ''}`,
  };
}

async function measureIn(checkout: string, name: string): Promise<RowResult> {
  const child = spawn(process.execPath, ['bench/main.ts', name], { cwd: checkout, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${name} could not be measured in ${checkout}`);
  return JSON.parse(readFileSync(join(checkout, 'bench/results', `${name}.json`), 'utf8'));
}

function meansOf(results: readonly RowResult[]): Figure[] {
  const [first] = results;
  return (first?.figures ?? []).map((figure) => {
    const same = results.flatMap(({ figures }) => figures.filter(({ what }) => what === figure.what));
    return { ...figure, value: same.reduce((sum, { value }) => sum + value, 0) / same.length };
  });
}
