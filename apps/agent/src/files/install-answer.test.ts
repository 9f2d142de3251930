import { expect, test } from 'vitest';
import { refusalOf } from './install-answer.ts';

test.each([
  ['Success\n', null],
  ['Performing Streamed Install\nSuccess\n', null],
  ['Failure [INSTALL_FAILED_VERSION_DOWNGRADE: Downgrade detected]', /newer version/],
  ['Failure [INSTALL_PARSE_FAILED_NOT_APK: Failed to parse /data/x.apk]', /not an app/],
  ['Failure [INSTALL_FAILED_DEXOPT]', /INSTALL_FAILED_DEXOPT/],
  ['', /refused/],
  ['Error: no Success here', /refused/],
])('%j is said in words', (output, expected) => {
  if (expected === null) expect(refusalOf(output)).toBeNull();
  else expect(refusalOf(output)).toMatch(expected);
});
