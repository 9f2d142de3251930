import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mayCall } from './api-line.ts';
import { findViolations } from './find-violations.ts';
import { dependencyRules } from './rules.ts';

const samplesDir = resolve(import.meta.dirname, '../bad-samples');

it('has a bad sample for each dependency rule, and no sample without a rule', () => {
  expect(readdirSync(samplesDir).sort()).toEqual(dependencyRules.map((rule) => rule.name).sort());
});

describe('each dependency rule bites on its bad sample', () => {
  for (const { name } of dependencyRules) {
    it(name, async () => {
      const violations = await findViolations(join(samplesDir, name));
      expect(violations.map((violation) => violation.rule)).toContain(name);
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
