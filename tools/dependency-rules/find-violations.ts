import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, type IViolation } from 'dependency-cruiser';
import { dependencyRules } from './rules.ts';

export type Violation = { readonly rule: string; readonly from: string; readonly to: string };

/** Every import under `baseDir`'s apps and packages that breaks a rule. Tests may import what they like. */
export async function findViolations(baseDir: string): Promise<Violation[]> {
  const roots = ['apps', 'packages', 'tools', 'e2e', 'bench'].filter((name) =>
    existsSync(join(baseDir, name)),
  );
  const { output } = await cruise(
    roots,
    {
      baseDir,
      validate: true,
      ruleSet: { forbidden: dependencyRules.map((rule) => ({ ...rule, severity: 'error' as const })) },
      parser: 'swc',
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
      exclude: {
        path: '\\.test\\.tsx?$|^(?:apps|packages)/[^/]+/dist/|vite\\.config\\.ts$',
      },
    },
    { exportsFields: ['exports'], conditionNames: ['import', 'default', 'types'] },
  );
  if (typeof output === 'string') throw new Error('dependency-cruiser answered with text');
  return output.summary.violations.map(({ rule, from, to }: IViolation) => ({ rule: rule.name, from, to }));
}
