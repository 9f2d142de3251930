// The form of a key: `pf_live_`, 32 random letters and digits, and 6 of a checksum over all before. The checksum refuses a
// mistyped key without the database, and lets scanners for leaked secrets tell a real key from a similar text.
import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const start = 'pf_live_';
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 32;
const checksumLength = 6;
const shape = new RegExp(`^${start}[0-9A-Za-z]{${randomLength + checksumLength}}$`);

export function createKeySecret(): string {
  const random = Array.from({ length: randomLength }, () => digits[randomInt(digits.length)]).join('');
  return withChecksum(start + random);
}

/** True when a bearer token is meant to be a key. */
export function isMeantAsKey(secret: string): boolean {
  return secret.startsWith(start);
}

/** True when a text can be a key at all. */
export function hasKeyShape(text: string): boolean {
  return shape.test(text) && withChecksum(text.slice(0, -checksumLength)) === text;
}

/** The parts of a key that may be shown. */
export function shownParts(secret: string): { shown_prefix: string; shown_suffix: string } {
  return { shown_prefix: secret.slice(0, start.length + 4), shown_suffix: secret.slice(-4) };
}

function withChecksum(text: string): string {
  let rest = crc32(text);
  let checksum = '';
  for (let n = 0; n < checksumLength; n += 1) {
    checksum = digits[rest % digits.length] + checksum;
    rest = Math.floor(rest / digits.length);
  }
  return text + checksum;
}
