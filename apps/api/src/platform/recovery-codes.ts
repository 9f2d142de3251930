// Recovery codes: what lets somebody in who has lost their second factor. Each counts once.
import { randomInt } from 'node:crypto';
import { hashSecret } from './secrets.ts';

const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** New codes, to be shown once, and their hashes, to be stored. */
export function createRecoveryCodes(count: number): { codes: string[]; hashes: Buffer[] } {
  const codes = Array.from({ length: count }, createRecoveryCode);
  return { codes, hashes: codes.map(hashRecoveryCode) };
}

/** Of a code as somebody has typed it: in any case, with or without the dashes. */
export function hashRecoveryCode(typed: string): Buffer {
  return hashSecret(typed.toLowerCase().replace(/[^a-z0-9]/g, ''));
}

/** "abcd-efgh-jkmn": 59 bits. */
function createRecoveryCode(): string {
  const letters = Array.from({ length: 12 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return letters.replace(/(.{4})(?=.)/g, '$1-');
}
