import type { FilesNotice, FilesRequest } from '@pocketfleet/contract';
import { expect, test } from 'vitest';
import { type FileUse, watchFiles } from './files-watch.ts';

const push = {
  type: 'push',
  folder: '/sdcard',
  name: 'a.txt',
  size: 9,
  modified_ms: 1,
  install: false,
} as const;
const done: FilesNotice = { type: 'done' };
const chain = '0'.repeat(64);

test.each<[string, FilesRequest, FilesNotice[], FileUse[]]>([
  [
    'a push once it is stored',
    push,
    [{ type: 'push_ready', offset: 0, chain }, { type: 'received', bytes: 9 }, done],
    [{ kind: 'file.pushed', details: { name: '/sdcard/a.txt', size: 9 } }],
  ],
  ['no push that failed', push, [{ type: 'failed', detail: 'The phone is full.', retry: false }], []],
  [
    'an app that is installed',
    { ...push, name: 'a.apk', install: true },
    [{ type: 'working', what: 'installing' }, done],
    [{ kind: 'app.installed', details: { name: 'a.apk', size: 9 } }],
  ],
  [
    'a pull once, as soon as bytes come',
    { type: 'pull', path: '/sdcard/b.txt', offset: 0 },
    [{ type: 'pull_start', size: 5 }, done],
    [{ kind: 'file.pulled', details: { name: '/sdcard/b.txt', size: 5 } }],
  ],
  [
    'no pull that goes on',
    { type: 'pull', path: '/sdcard/b.txt', offset: 3 },
    [{ type: 'pull_start', size: 5 }, done],
    [],
  ],
  [
    'a deletion',
    { type: 'delete', path: '/sdcard/b.txt' },
    [done],
    [{ kind: 'file.deleted', details: { name: '/sdcard/b.txt' } }],
  ],
  ['no listing', { type: 'list', path: '/sdcard' }, [{ type: 'listing', entries: [], is_cut: false }], []],
])('tells %s', (_what, request, notices, expected) => {
  const uses: FileUse[] = [];
  const watch = watchFiles((use) => uses.push(use));
  watch.onRequest(request);
  for (const notice of notices) watch.onNotice(notice);
  expect(uses).toEqual(expected);
});
