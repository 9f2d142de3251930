import { createPublicKey, type KeyObject, publicDecrypt, constants as rsaConstants } from 'node:crypto';

export const AuthType = { TOKEN: 1, SIGNATURE: 2, RSA_PUBLIC_KEY: 3 } as const;
export const TOKEN_BYTES = 20;

const MODULUS_BYTES = 256;
const KEY_STRUCT_BYTES = 4 + 4 + MODULUS_BYTES * 2 + 4;
// DigestInfo of SHA-1 (RFC 8017, 9.2): adb signs the token as if it were a SHA-1 digest.
const SHA1_PREFIX = Buffer.from('3021300906052b0e03021a05000414', 'hex');

/** adb's public key file: base64 of a little-endian struct, then " user@host" (AOSP crypto_utils/android_pubkey.c). */
export function parseAdbPublicKey(text: string): KeyObject | null {
  const [encoded = ''] = text.replace(/\0+$/, '').trim().split(/\s+/);
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.length !== KEY_STRUCT_BYTES || bytes.readUInt32LE(0) !== MODULUS_BYTES / 4) return null;
  const modulus = Buffer.from(bytes.subarray(8, 8 + MODULUS_BYTES)).reverse();
  const exponent = Buffer.alloc(4);
  exponent.writeUInt32BE(bytes.readUInt32LE(KEY_STRUCT_BYTES - 4));
  try {
    return createPublicKey({
      key: {
        kty: 'RSA',
        n: modulus.toString('base64url'),
        e: Buffer.from(exponent.subarray(exponent.findIndex((byte) => byte !== 0))).toString('base64url'),
      },
      format: 'jwk',
    });
  } catch {
    return null;
  }
}

/** True when `signature` is PKCS#1 v1.5 over the token, treated as a SHA-1 digest. */
export function isSignedToken(key: KeyObject, token: Buffer, signature: Buffer): boolean {
  try {
    const digestInfo = publicDecrypt({ key, padding: rsaConstants.RSA_PKCS1_PADDING }, signature);
    return digestInfo.equals(Buffer.concat([SHA1_PREFIX, token]));
  } catch {
    return false;
  }
}
