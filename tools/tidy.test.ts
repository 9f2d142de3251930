// The house's own rules, as tests: each promise has its reason. A rule that stops you is changed only
// with a decision record.
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findRenamedOrPassedOn } from './tidy/export-names.ts';
import { codeFiles, files, readText, repoDir } from './tidy/repository-files.ts';
import { findTextsOutsideLanguage } from './tidy/texts-outside-language.ts';

describe('files', () => {
  it('stay under 300 lines, so that they are read at once', () => {
    expect(
      codeFiles.filter((path) => lineCount(path) > 300).map((path) => `${path}: ${lineCount(path)} lines`),
    ).toEqual([]);
  });

  it('are named in kebab-case, so that nobody has to guess', () => {
    const isKebab = /^(?:[a-z0-9]+(?:-[a-z0-9]+)*)(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)*$/;
    const isMigration = /^apps\/api\/migrations\/\d+[-_a-z0-9]*\.sql$/;
    expect(codeFiles.filter((path) => !isKebab.test(basename(path)) && !isMigration.test(path))).toEqual([]);
  });

  it('are not drawers in which anything fits', () => {
    const drawer = /(?:^|[-.])(?:utils?|helpers?|common|misc|manager|service)(?:[-.]|$)/;
    // adb calls what it offers a service, and Android has a package manager: there the words are names.
    const isAndroid = (path: string): boolean =>
      path.startsWith('packages/android-shell/') && /service|manager/.test(path);
    expect(codeFiles.filter((path) => drawer.test(basename(path)) && !isAndroid(path))).toEqual([]);
  });
});

describe('classes', () => {
  it('of the stream player are errors and things that are closed or stopped; everything else is a function', () => {
    const folders = [
      'packages/stream-player/src/',
      'apps/web/src/streams/',
      'apps/web/src/features/streaming/',
    ];
    const classes = codeFiles
      .filter((path) => folders.some((folder) => path.startsWith(folder)) && !path.includes('.test.'))
      .flatMap((path) => readText(path).match(/^(?:export )?class [\s\S]*?^}/gm) ?? []);
    const hasEnd = /^class \w+ extends (?:Error|AudioWorkletProcessor)|^ {2}(?:async )?(?:close|stop)\(/m;
    const others = classes.map((text) => text.replace('export ', '')).filter((text) => !hasEnd.test(text));
    expect(classes.length).toBeGreaterThan(5);
    expect(others.map((text) => text.split('\n')[0])).toEqual([]);
  });
});

describe('migrations', () => {
  const migrations = files
    .filter((path) => path.startsWith('apps/api/migrations/'))
    .map((path) => ({ name: basename(path), body: readText(path) }));

  it('have a name that is read when the database is migrated, and a number of their own', () => {
    const twice = ['0070_stream_sockets.sql'];
    const numbers = migrations
      .filter(({ name }) => !twice.includes(name))
      .map(({ name }) => name.match(/^(\d{4})_[a-z_]+\.sql$/)?.[1] ?? name);
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index || number.length > 4)).toEqual(
      [],
    );
  });

  it('add a constraint as `not valid` and look at the rows in another file, for locks last until a file ends', () => {
    const before = ['0097_card_attempts.sql', '0205_found_payments.sql'];
    const both = migrations.filter(
      ({ name, body }) =>
        !before.includes(name) && /\bnot valid\b/i.test(body) && /\bvalidate constraint\b/i.test(body),
    );
    expect(both.map(({ name }) => name)).toEqual([]);
  });
});

describe('code', () => {
  it('reads the environment only where configuration is read', () => {
    const reader =
      /(?:config|main|demo|audit|create-operator|pocketfleet-agent)\.tsx?$|\.test\.tsx?$|^(?:apps|packages)\/[a-z-]+\/test\/|vite(?:st)?\.config\.ts$|^(?:tools|e2e|bench)\//;
    expect(offenders(/\bprocess\.env\b(?!\[[^\]]+\] = )/, (path) => !reader.test(path))).toEqual([]);
  });

  it('keeps pure packages away from the clock and from chance', () => {
    const isPure = (path: string): boolean =>
      /^packages\/(?:rules|contract|stream-protocol)\/src\//.test(path) && !path.includes('.test.');
    expect(offenders(/\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bperformance\.now\(/, isPure)).toEqual(
      [],
    );
  });

  it('knows no way around the compiler', () => {
    const way = new RegExp(['@ts-', '(?:ignore|nocheck|expect-error)', '|\\bas any\\b'].join(''));
    expect(offenders(way, () => true)).toEqual([]);
  });

  it('skips and focuses no test', () => {
    const isTest = (path: string): boolean => /\.(?:test|e2e)\.tsx?$/.test(path);
    expect(offenders(/\b(?:it|test|describe)\.(?:skip|only|todo)\(/, isTest)).toEqual([]);
  });

  it('has no test that sleeps', () => {
    const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);
    expect(offenders(/new Promise\(\s*\(?(?:resolve|r|done)\)?\s*=>\s*setTimeout\(/, isTest)).toEqual([]);
  });

  it('calls a function by one name from its file to its last caller, and hands no SQL through a door', () => {
    const found = codeFiles
      .filter((path) => /\.tsx?$/.test(path))
      .flatMap((path) => findRenamedOrPassedOn(readText(path)).map((what) => `${path}: ${what}`));
    expect(found).toEqual([]);
  });

  it.each([
    ["export { selectHolds as listHolds } from './holds.ts';", ['export renames: selectHolds as listHolds']],
    [
      "import {\n  quote as quoteOrder,\n} from '../orders/orders.ts';",
      ['import renames: quote as quoteOrder'],
    ],
    ["export { selectHolds } from './holds.sql.ts';", ['hands on selectHolds of ./holds.sql.ts']],
    [
      "export { listPhones } from '../assignments/assignments.ts';",
      ['hands on listPhones of ../assignments/assignments.ts'],
    ],
    ["export type { HoldRow } from './holds.sql.ts';\nimport { hash as argon } from 'argon2';", []],
  ])('finds a renamed or handed on export in %j', (text, found) => {
    expect(findRenamedOrPassedOn(text)).toEqual(found);
  });

  it('has no two files of one name in an app, but for entries, the tools of agents and the platform', () => {
    const files = codeFiles.flatMap((path) => {
      const [, app = '', name = ''] = /^apps\/([a-z]+)\/src\/(?:.*\/)?([^/]+)$/.exec(path) ?? [];
      return app === '' || /\/language\/|\/mcp\/tools\/|\/platform\/|\/main\.[a-z]+$/.test(path)
        ? []
        : [`${app}: ${name}`];
    });
    expect(files.filter((name, index) => files.indexOf(name) !== index)).toEqual([]);
  });

  it('has no branch for virtual phones in the agent and the API: they are phones like others', () => {
    const isProduct = (path: string): boolean =>
      /^apps\/(?:agent|api|web)\/src\//.test(path) && !/\.test\.|\/demo/.test(path);
    expect(offenders(/\bvirtual[-_ ]?phone|isVirtual/i, isProduct)).toEqual([]);
  });
});

describe('the texts of the customers’ pages', () => {
  it('are in the language files, so that a second language is one folder', () => {
    const found = codeFiles
      .filter((path) => /^apps\/web\/src\/.*\.tsx$/.test(path) && !/\.(?:test|fixture)\./.test(path))
      .flatMap((path) => findTextsOutsideLanguage(readText(path)).map((text) => `${path}: ${text}`));
    expect(found).toEqual([]);
  });

  it.each([
    ['const a = <p>Rent phones</p>;', ['Rent phones']],
    ['const a = <img alt="A phone" className="m-2 p-4" />;', ['A phone']],
    ['const a = <button aria-label="Close">×</button>;', ['Close']],
    ['const a = <p title={texts.rentPhones}>{texts.rentPhones} · {count}</p>;', []],
  ])('are found in %j', (source, found) => {
    expect(findTextsOutsideLanguage(source)).toEqual(found);
  });
});

describe('the repository', () => {
  const lockfiles = files.filter((path) => basename(path) === 'package-lock.json');

  it('names no registry host: each lockfile works with every registry', () => {
    expect(lockfiles.length).toBeGreaterThan(2);
    const hosts = lockfiles.flatMap((path) =>
      [...readText(path).matchAll(/"resolved": "(https?:[^"]+)"/g)].map((match) => `${path}: ${match[1]}`),
    );
    expect(hosts).toEqual([]);
  });

  it('names no path of the machine it was written on', () => {
    const path = new RegExp(['/wo', 'rk/|/ro', 'ot/\\.cache|/ho', 'me/[a-z]+/|/Us', 'ers/[a-z]+/'].join(''));
    const isText = (file: string): boolean =>
      /\.(?:ts|tsx|mjs|css|sql|md|json|html|sh)$|^\.ci\/run$/.test(file);
    expect(offenders(path, isText, files)).toEqual([]);
  });

  it('depends on exact versions only', () => {
    const loose = files
      .filter((path) => basename(path) === 'package.json')
      .flatMap((path) => {
        const {
          dependencies = {},
          devDependencies = {},
          optionalDependencies = {},
        } = JSON.parse(readText(path));
        return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
          .filter(([, version]) => !/^\d+\.\d+\.\d+[\w.+-]*$/.test(String(version)))
          .map(([name, version]) => `${path}: ${name} ${version}`);
      });
    expect(loose).toEqual([]);
  });
});

describe('documents', () => {
  const documents = files.filter((path) => path.endsWith('.md'));

  it('link only to files that exist', () => {
    const dead = documents.flatMap((path) =>
      [...readText(path).matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)]
        .map((match) => match[1] ?? '')
        .filter((target) => !/^[a-z]+:/.test(target) && !existsSync(join(repoDir, dirname(path), target)))
        .map((target) => `${path} -> ${target}`),
    );
    expect(dead).toEqual([]);
  });

  it('give each decision a number of its own, its context, decision and consequences', () => {
    const decisions = documents.filter((path) => path.startsWith('docs/decisions/')).sort();
    // A number may be kept for a decision that is still being made: a gap is no fault, a number twice is.
    const numbers = decisions.map((path) => basename(path).slice(0, 3));
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
    const incomplete = decisions.filter((path) =>
      ['## Context', '## Decision', '## Consequences'].some((heading) => !readText(path).includes(heading)),
    );
    expect(incomplete).toEqual([]);
  });
});

function offenders(
  pattern: RegExp,
  isMeant: (path: string) => boolean,
  among: readonly string[] = codeFiles,
): string[] {
  return among
    .filter((path) => isMeant(path) && path !== 'tools/tidy.test.ts')
    .flatMap((path) =>
      readText(path)
        .split('\n')
        .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
    );
}

function lineCount(path: string): number {
  return readText(path).split('\n').length - 1;
}
