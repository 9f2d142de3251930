// Opaque secrets of 256 random bits. Only the holder has the secret; we store its SHA-256.
import { createHash, randomBytes } from 'node:crypto';

/** Spec-decisions 24: how long a ticket opens a websocket. */
export const ticketValidS = 60;

const secretShape = /^[A-Za-z0-9_-]{43}$/;

export function createSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** True when a text can be a secret at all: other texts are refused before the database is asked. */
export function hasSecretShape(text: string): boolean {
  return secretShape.test(text);
}

/** A fast hash is enough, because a random secret can't be guessed. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
