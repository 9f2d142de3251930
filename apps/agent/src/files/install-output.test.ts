import { expect, test } from 'vitest';
import { describeInstallFailure } from './install-output.ts';

test.each([
  ['Success\n', null],
  ['Performing Streamed Install\nSuccess\n', null],
  ['Failure [INSTALL_FAILED_VERSION_DOWNGRADE: Downgrade detected]', /newer version/],
  ['Failure [INSTALL_PARSE_FAILED_NOT_APK: Failed to parse /data/x.apk]', /isn’t a valid APK/],
  ['Failure [INSTALL_FAILED_DEXOPT]', /INSTALL_FAILED_DEXOPT/],
  ['', /refused/],
  ['Error: no Success here', /refused/],
])('the output %j becomes a sentence', (output, expected) => {
  if (expected === null) expect(describeInstallFailure(output)).toBeNull();
  else expect(describeInstallFailure(output)).toMatch(expected);
});
