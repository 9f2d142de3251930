// How a host joins: a one-time code typed by our team, then a key of its own (spec-decisions 35).
import { createPublicKey, randomInt, verify } from 'node:crypto';
import { AppError } from '../platform/app-error.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import { hashSecret } from '../platform/secrets.ts';
import { insertEnrolmentCode, insertHost, useEnrolmentCode } from './hosts.sql.ts';

const codeValidMinutes = 10;
/** Without letters and digits that look alike: 32 of them, 16 in a code, 80 bits. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A code such as "K7QM-2XTF-9HWB-4NPR", shown once, valid for 10 minutes and one host. */
export async function createEnrolmentCode(deps: { db: Db }): Promise<string> {
  const letters = Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join('');
  const code = letters.replace(/(.{4})(?=.)/g, '$1-');
  await insertEnrolmentCode(deps.db, hashSecret(code), codeValidMinutes);
  return code;
}

/** Takes a host in. Throws forbidden for a code that is unknown, used or old, and invalid_input for a bad key. */
export async function enrolHost(
  deps: { db: Db },
  wish: { code: string; name: string; public_key: string; agent_version: string },
): Promise<string> {
  const publicKey = Buffer.from(wish.public_key, 'base64');
  if (!isEd25519(publicKey))
    throw new AppError('invalid_input', { detail: 'The key is not an Ed25519 key.' });
  return inTransaction(deps.db, async (tx) => {
    const hostId = await insertHost(tx, {
      name: wish.name,
      public_key: publicKey,
      agent_version: wish.agent_version,
    });
    if (await useEnrolmentCode(tx, hashSecret(wish.code.trim().toUpperCase()), hostId)) return hostId;
    throw new AppError('forbidden', {
      detail: 'This enrolment code is unknown, used or older than 10 minutes.',
    });
  });
}

/** Whether `signature` (base64) proves the key over this link's nonce. */
export function isProof(publicKey: Buffer, hostId: string, nonce: string, signature: string): boolean {
  const text = Buffer.from(`pocketfleet-agent-link:${hostId}:${nonce}`);
  try {
    return verify(null, text, keyOf(publicKey), Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

function isEd25519(der: Buffer): boolean {
  try {
    return keyOf(der).asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}

function keyOf(der: Buffer): ReturnType<typeof createPublicKey> {
  return createPublicKey({ key: der, format: 'der', type: 'spki' });
}
