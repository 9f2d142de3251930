// Opaque secrets: 256 random bits for the one who holds them, SHA-256 for us.
import { createHash, randomBytes } from 'node:crypto';

export function createSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** A fast hash is enough for a secret that nobody can guess. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
