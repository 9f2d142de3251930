import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { adviceOn } from './advice.ts';

const folder = join(import.meta.dirname, '../../../../api/src/payments');
const unknown = adviceOn('a check of a newer version');

test('every check of the audit says what a failure means and what to do', () => {
  const ids = readdirSync(folder)
    .filter((name) => /^audit-.*\.sql\.ts$/.test(name))
    .flatMap((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(/^\s*id: '([^']+)',$/gm)])
    .map(([, id = '']) => id);
  expect(ids.length).toBeGreaterThan(25);
  expect(
    ids.filter((id) => adviceOn(id) === unknown || adviceOn(id).consequence === unknown.consequence),
  ).toEqual([]);
});
