// The answers of mksh R59 to the same lines.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runOn } from '../../testing/run-on.ts';
import { createTestSystem, type TestSystem } from '../../testing/test-system.ts';

let phone: TestSystem;
const run = (script: string) => runOn(phone, `${script}; echo $?`);

beforeAll(() => {
  phone = createTestSystem();
});
afterAll(() => phone[Symbol.dispose]());

test.each([
  ['test', 1],
  ['[ ]', 1],
  ['[ a ]', 0],
  ['[ "" ]', 1],
  ['[ ! ]', 0],
  ['[ -f ]', 0],
  ['[ = ]', 0],
  ['[ ! a ]', 1],
  ['[ ! "" ]', 0],
  ['[ ! -f ]', 1],
  ['[ ! ! a ]', 0],
  ['[ a = a ]', 0],
  ['[ a == a ]', 0],
  ['[ ab = a* ]', 1],
  ['[ a \\< b ]', 0],
  ['[ ! a = b ]', 0],
  ['[ -n = a ]', 1],
  ['[ -f -a b ]', 0],
  ['[ -z "" -a -n x ]', 0],
  ['[ a = a -a b = c -o d ]', 0],
  ['[ -z a -o ! b ]', 1],
  ['[ a -a \\( b \\) ]', 0],
  ['[ \\( a = b \\) ]', 1],
  ['[ 08 -eq 8 ]', 0],
  ['[ " 2" -eq 2 ]', 0],
  ['[ "" -eq 0 ]', 0],
  ['[ -1 -lt 0 ]', 0],
  ['[ unset -gt 1 ]', 1],
  ['five=5; [ five -gt 1 ]', 0],
  ['false; [ $? -eq 1 ]', 0],
  ['word="a b"; [ "$word" = "a b" ]', 0],
  ['[ "$(getprop ro.product.model)" = "Pixel 8" ]', 0],
  ['f() { [ "$1" = x ]; }; f x', 0],
])('%s: %i', async (script, code) => {
  expect(await run(script)).toBe(`${code}\n`);
});

test.each([
  ['[ 1 = 1', '[: missing ]'],
  ['[ a b ]', '[: b: unexpected operator/operand'],
  ['[ a b c ]', '[: b: unexpected operator/operand'],
  ['[ -q a ]', '[: a: unexpected operator/operand'],
  ['[ 1 = 1 ] ]', '[: ]: unexpected operator/operand'],
  ['[ a = ]', '[: =: missing second argument'],
  ['test a -o', 'test: expression expected'],
  ['[ \\( a ]', '[: missing )'],
  ['[ 1 -lt 2x ]', '[: 2x: bad number'],
  ['none=; [ $none = a ]', '[: a: unexpected operator/operand'],
])('%s: %s', async (script, problem) => {
  expect(await run(script)).toBe(`/system/bin/sh: ${problem}\n2\n`);
});

test.each([
  ['-d /sdcard', 0],
  ['-f /sdcard', 1],
  ['-e /nothing', 1],
  ['-e ""', 1],
  ['-s /etc/hosts', 0],
  ['-h /sdcard', 0],
  ['-h /data', 1],
  ['-r /system/build.prop', 1],
  ['-w /sdcard', 0],
  ['-w /data/local/tmp', 0],
  ['-w /system', 1],
  ['-x /system/bin/sh', 0],
  ['/etc/hosts -nt /nothing', 0],
  ['/nothing -ot /etc/hosts', 0],
  ['/sdcard -ef /storage/emulated/0', 0],
  ['-t 1', 1],
])('test %s: %i', async (expression, code) => {
  expect(await run(`test ${expression}`)).toBe(`${code}\n`);
});

test('a name with its folder is the same program', async () => {
  expect(await run('/system/bin/[ 1 = 1 ]; ls /system/bin/test')).toBe('/system/bin/test\n0\n');
});
