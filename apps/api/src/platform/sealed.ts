// Secrets that the program must read again, kept encrypted in the database (AES-256-GCM) under keys that are not in it:
// a copy of the database alone gives nothing away. The first key seals, all of them open, so a key can be replaced.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** 32 bytes each, the one that counts first. Empty: nothing is sealed. */
export type SealKeys = readonly Buffer[];

const cipher = 'aes-256-gcm';
const version = 1;
const idBytes = 4;
const nonceBytes = 12;
const tagBytes = 16;
const headBytes = 1 + idBytes;
/** What is not sealed must be shorter than anything sealed, which is how the two are told apart. */
const shortestSealed = headBytes + nonceBytes + tagBytes + 16;

/** `owner`: whose secret it is; sealed for one, it doesn't open for another. */
export function seal(keys: SealKeys, secret: Buffer, owner: string): Buffer {
  const [key] = keys;
  if (key === undefined) return secret;
  const nonce = randomBytes(nonceBytes);
  const sealing = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([sealing.update(secret), sealing.final()]);
  return Buffer.concat([Buffer.of(version), idOf(key), nonce, sealed, sealing.getAuthTag()]);
}

/** Undefined when none of the keys opens it. What was stored before there were keys is given as it is. */
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

export function isSealedWith(key: Buffer, stored: Buffer): boolean {
  return stored.length >= shortestSealed && stored.subarray(1, headBytes).equals(idOf(key));
}

/** Tells keys apart, and nothing about them. */
function idOf(key: Buffer): Buffer {
  return createHash('sha256').update('pocketfleet-key:').update(key).digest().subarray(0, idBytes);
}
