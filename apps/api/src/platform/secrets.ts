// Opaque secrets of 256 random bits. Only the holder has the secret; we store its SHA-256.
import { createHash, randomBytes } from 'node:crypto';

export function createSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** A fast hash is enough, because a random secret can't be guessed. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
