import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { quote } from './phone-shell.ts';

test.each([
  'a b.txt',
  "it's",
  "'; rm -rf /sdcard; echo '",
  '$(reboot) `reboot` ${HOME} *',
  'a\\',
  '"',
  '-rf',
  'a\nb; c & d | e > f',
  '',
])('a shell takes %j as one word, to the letter', (text) => {
  const heard = execFileSync('sh', ['-c', `printf '%s|' ${quote(text)}`], { encoding: 'utf8' });
  expect(heard).toBe(`${text}|`);
});
