// The image of the control plane (deploy/Dockerfile) holds what its programs need. It is built where there is a
// container program; what can be known without one is known here.
import { cruise } from 'dependency-cruiser';
import { expect, it } from 'vitest';
import { readText, repoDir } from './tidy/repository-files.ts';

/** All that is started in it: the node, the relay, the audit, the first operator, the team's command line. */
const programs = ['main', 'audit', 'create-operator'].map((name) => `apps/api/src/${name}.ts`);
programs.push('apps/operator/src/main.ts', 'apps/relay/src/main.ts');
const dockerfile = readText('deploy/Dockerfile');

it('copies every source that a program in it imports', async () => {
  const copied = [...dockerfile.matchAll(/^COPY --from=build \/src\/(\S+) \S+$/gm)].map(
    ([, folder]) => `${folder}/`,
  );
  const sources = await sourcesOf(programs);
  expect(sources).toContain('packages/rules/src/prices.ts');
  expect(sources.filter((path) => !copied.some((folder) => path.startsWith(folder)))).toEqual([]);
});

it('stands on the Node that everything is tested with', () => {
  const version = /^const nodeVersion = '(.+)';$/m.exec(readText('tools/bootstrap/node-runtime.mjs'))?.[1];
  const stages = [...dockerfile.matchAll(/^FROM node:(\S+?)-/gm)].map(([, stage]) => stage);
  expect([...new Set(stages)]).toEqual([version]);
});

it('is built without the settings that lie beside it, which are secrets, and without anybody’s data', () => {
  const ignored = readText('deploy/Dockerfile.dockerignore').split('\n');
  expect(ignored).toEqual(expect.arrayContaining(['deploy', 'data', 'data-*']));
  const ignoredByGit = readText('.gitignore').split('\n');
  expect(ignoredByGit).toEqual(
    expect.arrayContaining(['deploy/control-plane.env', 'deploy/relay.env', 'data/', '/data-*/']),
  );
});

/** Our own sources behind these entries, relative to the repository. */
async function sourcesOf(entries: string[]): Promise<string[]> {
  const { output } = await cruise(
    entries,
    { baseDir: repoDir, parser: 'swc', doNotFollow: { path: 'node_modules' } },
    { exportsFields: ['exports'], conditionNames: ['import', 'default', 'types'] },
  );
  if (typeof output === 'string') throw new Error('dependency-cruiser answered with text');
  return output.modules
    .filter(({ coreModule, source }) => coreModule !== true && !source.includes('node_modules/'))
    .map(({ source }) => source);
}
