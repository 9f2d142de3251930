import { expect, test } from 'vitest';
import { moveToTenantStorage } from './tenant-storage.ts';

test.each([
  ['/sdcard', '/storage/emulated/10'],
  ['/sdcard/Download/a b.txt', '/storage/emulated/10/Download/a b.txt'],
])('a customer’s path %s becomes %s', (path, moved) => {
  expect(moveToTenantStorage({ type: 'list', path }, '/storage/emulated/10')).toEqual({
    type: 'list',
    path: moved,
  });
  const push = { type: 'push', folder: path, name: 'n', size: 1, modified_ms: 0, install: false } as const;
  expect(moveToTenantStorage(push, '/storage/emulated/10')).toEqual({ ...push, folder: moved });
});

test('a request without a path stays as it is', () => {
  expect(moveToTenantStorage({ type: 'list_apps' }, '/storage/emulated/10')).toEqual({ type: 'list_apps' });
});
