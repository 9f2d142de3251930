// Documents name only code and states that exist.
import { assignmentState, orderState, runnerState } from '@pocketfleet/contract';
import { expect, it } from 'vitest';
import { files, readText } from './tidy/repository-files.ts';

it.each(['ARCHITECTURE.md', 'docs/develop/start.md', 'docs/develop/test.md'])(
  '%s names only code that exists',
  (document) => {
    // Documents leave out `src/` and the folder above a package, as people do.
    const known = files.map((path) => `/${path.replaceAll('src/', '')}`);
    const named = [...readText(document).matchAll(/`([\w@./-]+\.(?:ts|tsx|mjs|sql))`/g)];
    const dead = named
      .map((match) => match[1] ?? '')
      .filter((name) => !known.some((path) => path.endsWith(`/${name.replaceAll('src/', '')}`)));
    expect(dead).toEqual([]);
  },
);

it('GLOSSARY.md names the states as the contract does', () => {
  const table = readText('GLOSSARY.md').split('\n## States\n')[1] ?? '';
  const states = (machine: string): string[] =>
    (new RegExp(`^\\| ${machine} \\| (.+) \\|$`, 'm').exec(table)?.[1] ?? '').split(', ');
  expect(states('order')).toEqual(orderState.options);
  expect(states('assignment')).toEqual(assignmentState.options);
  expect(states('device runner')).toEqual(runnerState.options);
});
