// Encrypts secrets that the program must read again (AES-256-GCM). The keys are not in the database, so a copy of it alone
// reveals no secret. The first key encrypts and all keys decrypt, so that a key can be replaced.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** 32 bytes each, the current key first. Empty: secrets are stored unencrypted. */
export type SealKeys = readonly Buffer[];

const cipher = 'aes-256-gcm';
const version = 1;
const idBytes = 4;
const nonceBytes = 12;
const tagBytes = 16;
const headBytes = 1 + idBytes;
/** Sealed secrets are recognized by their length: unsealed ones must be shorter than this. */
const shortestSealed = headBytes + nonceBytes + tagBytes + 16;

/** The secret is bound to `owner`: it can't be unsealed for another owner. */
export function seal(keys: SealKeys, secret: Buffer, owner: string): Buffer {
  const [key] = keys;
  if (key === undefined) return secret;
  const nonce = randomBytes(nonceBytes);
  const sealing = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([sealing.update(secret), sealing.final()]);
  return Buffer.concat([Buffer.of(version), keyIdOf(key), nonce, sealed, sealing.getAuthTag()]);
}

/** Undefined when no key fits. A secret that was stored unencrypted is returned as it is. */
export function unseal(keys: SealKeys, stored: Buffer, owner: string): Buffer | undefined {
  if (stored.length < shortestSealed) return stored;
  const key = keys.find((each) => isSealedWith(each, stored));
  if (key === undefined) return undefined;
  const nonce = stored.subarray(headBytes, headBytes + nonceBytes);
  const opening = createDecipheriv(cipher, key, nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(owner))
    .setAuthTag(stored.subarray(-tagBytes));
  try {
    return Buffer.concat([
      opening.update(stored.subarray(headBytes + nonceBytes, -tagBytes)),
      opening.final(),
    ]);
  } catch {
    return undefined;
  }
}

/**
 * The secret as the present key encrypts it: unchanged if it already does, or if there is no key. Undefined when no key
 * fits.
 */
export function reseal(keys: SealKeys, stored: Buffer, owner: string): Buffer | undefined {
  const [present] = keys;
  if (present === undefined || isSealedWith(present, stored)) return stored;
  const secret = unseal(keys, stored, owner);
  return secret && seal(keys, secret, owner);
}

function isSealedWith(key: Buffer, stored: Buffer): boolean {
  return stored.length >= shortestSealed && stored.subarray(1, headBytes).equals(keyIdOf(key));
}

/** Identifies a key without revealing anything about it. */
export function keyIdOf(key: Buffer): Buffer {
  return createHash('sha256').update('pocketfleet-key:').update(key).digest().subarray(0, idBytes);
}
