import { expect, test } from 'vitest';
import { permissionsOf, phonesOf } from './own-rights.ts';

const permissions = (role: string | null, key: string | null = null) => [
  ...permissionsOf({ role_permissions: role, key_permissions: key }),
];
const phones = (member: string | null, key: string | null) =>
  phonesOf({ member_phones: member, key_phones: key });

test('a key has what it was given, and never more than its member has at that moment', () => {
  expect(permissions('{watch,control,shell}')).toEqual(['watch', 'control', 'shell']);
  expect(permissions('{watch,control,shell}', '{shell,watch}')).toEqual(['watch', 'shell']);
  expect(permissions('{watch}', '{shell,watch}')).toEqual(['watch']);
  expect(permissions('{watch}', '{shell}')).toEqual([]);
  expect(permissions('{watch,control,shell}', '{}')).toEqual([]);
  expect(permissions(null)).toEqual([]);
});

test('permissions stay right after more combinations than are remembered', () => {
  const all = ['watch', 'control', 'files', 'apps', 'shell', 'adb', 'screen', 'record', 'label', 'secrets'];
  for (let n = 0; n < 1_024; n += 1) {
    const some = all.filter((_, at) => n & (1 << at));
    expect(permissions(`{${all.join(',')}}`, `{${some.join(',')}}`)).toEqual(some);
  }
  expect(permissions('{watch}', '{watch,control}')).toEqual(['watch']);
});

test('a key has the phones that both it and its member have', () => {
  expect(phones(null, null)).toBe('all');
  expect(phones('{a,b}', null)).toEqual(['a', 'b']);
  expect(phones(null, '{b,c}')).toEqual(['b', 'c']);
  expect(phones('{a,b}', '{b,c}')).toEqual(['b']);
  expect(phones('{}', null)).toEqual([]);
  expect(phones('{a}', '{}')).toEqual([]);
});
