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

it('each setting of the API is documented, or set by the files that start it', () => {
  const declared = readText('apps/api/src/config.ts').split('const environment = z.object({')[1] ?? '';
  const names = [...(declared.split('\n});')[0] ?? '').matchAll(/^ {2}([A-Z_]+):/gm)].map(
    ([, name]) => name ?? '',
  );
  expect(names.length).toBeGreaterThan(20);
  const documents = [
    'README.md',
    'deploy/control-plane.env.example',
    'docs/operate/deploy.md',
    'docs/operate/stripe.md',
    'deploy/pocketfleet.service',
    'tools/start/programs.ts',
  ].map(readText);
  const isTold = (name: string) => documents.some((text) => new RegExp(`\\b${name}\\b`).test(text));
  expect(names.filter((name) => !isTold(name))).toEqual([]);
});

it('GLOSSARY.md names the states as the contract does', () => {
  const table = readText('GLOSSARY.md').split('\n## States\n')[1] ?? '';
  const states = (machine: string): string[] =>
    (new RegExp(`^\\| ${machine} \\| (.+) \\|$`, 'm').exec(table)?.[1] ?? '').split(', ');
  expect(states('order')).toEqual(orderState.options);
  expect(states('assignment')).toEqual(assignmentState.options);
  expect(states('device runner')).toEqual(runnerState.options);
});
