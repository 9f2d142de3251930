import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mayCall } from './api-line.ts';
import { badImports } from './bad-imports.ts';
import { findViolations, type Violation } from './find-violations.ts';
import { dependencyRules } from './rules.ts';

let baseDir = '';
let violations: Violation[] = [];
beforeAll(async () => {
  baseDir = mkdtempSync(join(tmpdir(), 'pocketfleet-bad-imports-'));
  writeImports(baseDir);
  violations = await findViolations(baseDir);
}, 60_000);
afterAll(() => rmSync(baseDir, { recursive: true, force: true }));

it('has a bad import for each dependency rule, and none without a rule', () => {
  expect(Object.keys(badImports).sort()).toEqual(dependencyRules.map((rule) => rule.name).sort());
});

describe('each dependency rule finds its bad import', () => {
  for (const [rule, [from, to]] of Object.entries(badImports)) {
    it(rule, () => {
      expect(violations).toContainEqual({ rule, from, to: expect.stringContaining(to.replace('node:', '')) });
    });
  }
});

it('lets a feature call everything to its left', () => {
  expect(mayCall('orders').sort()).toEqual([
    'access',
    'accounts',
    'assignments',
    'cleaning',
    'contact',
    'devices',
    'mail',
    'orders',
    'platform',
  ]);
  expect(mayCall('streaming')).not.toContain('orders');
});

/** Writes one file for each name in the table. The imports are of types, which the rules count as well. */
function writeImports(baseDir: string): void {
  const imports = new Map<string, string[]>();
  for (const [from, to] of Object.values(badImports)) {
    const isFile = to.includes('/src/');
    if (isFile && !imports.has(to)) imports.set(to, []);
    const name = isFile ? relative(dirname(from), to).replace(/^(?!\.)/, './') : to;
    if (from !== to) imports.set(from, [...(imports.get(from) ?? []), `import type {} from '${name}';`]);
  }
  for (const [path, lines] of imports) {
    mkdirSync(dirname(join(baseDir, path)), { recursive: true });
    writeFileSync(join(baseDir, path), `${lines.join('\n')}\nexport type Value = 1;\n`);
  }
}
