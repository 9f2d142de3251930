// Documents name only code and states that exist.
import { assignmentState, orderState, runnerState } from '@pocketfleet/contract';
import { expect, it } from 'vitest';
import { files, readText } from './tidy/repository-files.ts';

it.each(['ARCHITECTURE.md', 'docs/develop/start.md', 'docs/develop/test.md', 'docs/develop/reviews.md'])(
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

it('docs/develop/reviews.md names only tests that exist', () => {
  const plain = (text: string) => text.replace(/\\?['’]/g, '’').replace(/\s+/g, ' ');
  const tests = plain(
    files
      .filter((path) => /\.(?:test|e2e|chaos)\.tsx?$/.test(path))
      .map(readText)
      .join('\n'),
  );
  // The last cell of a row quotes tests in lower case; labels and commits begin with a capital. "…" shortens a title.
  const named = [...readText('docs/develop/reviews.md').matchAll(/^\|.*\| (.*) \|$/gm)]
    .flatMap(([, cell = '']) => [...cell.matchAll(/"([a-z/][^"]*?) ?…?"/g)])
    .map(([, title = '']) => title);
  expect(named.length).toBeGreaterThan(90);
  expect(named.filter((title) => !tests.includes(plain(title)))).toEqual([]);
});

it.each([
  ['api', 20],
  ['relay', 10],
])('each setting of the %s is documented, or set by the files that start it', (app, atLeast) => {
  const declared = readText(`apps/${app}/src/config.ts`).split('const environment = z.object({')[1] ?? '';
  const names = [...(declared.split('\n});')[0] ?? '').matchAll(/^ {2}([A-Z_]+):/gm)].map(
    ([, name]) => name ?? '',
  );
  expect(names.length).toBeGreaterThan(atLeast);
  const documents = [
    'README.md',
    'deploy/control-plane.env.example',
    'deploy/relay.env.example',
    'docs/operate/deploy.md',
    'docs/operate/stripe.md',
    'deploy/pocketfleet.service',
    'tools/start/programs.ts',
  ].map(readText);
  const isNamed = (name: string) => documents.some((text) => new RegExp(`\\b${name}\\b`).test(text));
  expect(names.filter((name) => !isNamed(name))).toEqual([]);
});

it('GLOSSARY.md names the states as the contract does', () => {
  const table = readText('GLOSSARY.md').split('\n## States\n')[1] ?? '';
  const states = (machine: string): string[] =>
    (new RegExp(`^\\| ${machine} \\| (.+) \\|$`, 'm').exec(table)?.[1] ?? '').split(', ');
  expect(states('order')).toEqual(orderState.options);
  expect(states('assignment')).toEqual(assignmentState.options);
  expect(states('device runner')).toEqual(runnerState.options);
});
