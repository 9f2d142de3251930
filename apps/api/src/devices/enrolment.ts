// Enrolment of hosts: a one-time code from our team registers the host's own key.
import { createPublicKey, randomInt, verify } from 'node:crypto';
import { AppError } from '../platform/app-error.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import { enqueue } from '../platform/jobs.ts';
import { isOverLimit } from '../platform/limits.ts';
import type { Log } from '../platform/log.ts';
import { hashSecret } from '../platform/secrets.ts';
import { hostRefusedTask } from './devices.tasks.ts';
import { insertEnrolmentCode, insertHost, updateEnrolled, useEnrolmentCode } from './hosts.sql.ts';

const codeValidMinutes = 10;
/** Refusals that are written to the audit log. Further ones go to the node's log only. */
const auditedRefusals = { name: 'enrol-refused', count: 60, windowS: 600 };
/** 32 characters that don't look alike; 16 of them make 80 bits. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A code such as "K7QM-2XTF-9HWB-4NPR", shown once, valid for 10 minutes and one host. */
export async function createEnrolmentCode(deps: { db: Db }): Promise<string> {
  return (await issueEnrolmentCode(deps.db, null)).code;
}

/** As `createEnrolmentCode`, for an operator, with the end of its validity. */
export async function issueEnrolmentCode(
  db: Db,
  issuedBy: string | null,
): Promise<{ code: string; expires_at: string }> {
  const letters = Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join('');
  const code = letters.replace(/(.{4})(?=.)/g, '$1-');
  return { code, expires_at: await insertEnrolmentCode(db, hashSecret(code), codeValidMinutes, issuedBy) };
}

/**
 * Enrols a host. For a day, the same host with the same code gets the same response again, because the first may have been
 * lost. Throws forbidden for a code that is unknown, expired or used by another host, and for a revoked key; both are
 * written to the audit log. Throws invalid_input for an invalid key.
 */
export async function enrolHost(
  deps: { db: Db; log: Log },
  input: { code: string; name: string; public_key: string; agent_version: string },
  address: string,
): Promise<string> {
  const publicKey = Buffer.from(input.public_key, 'base64');
  if (!isEd25519(publicKey))
    throw new AppError('invalid_input', { detail: 'The key is not an Ed25519 key.' });
  const { name, agent_version } = input;
  try {
    return await inTransaction(deps.db, async (tx) => {
      const host = await insertHost(tx, { name, public_key: publicKey, agent_version });
      if (host.is_revoked) {
        throw new AppError('forbidden', { detail: 'This key was revoked. Join with a new data folder.' });
      }
      const use = await useEnrolmentCode(tx, hashSecret(input.code.trim().toUpperCase()), host.id);
      if (use === 'refused') {
        throw new AppError('forbidden', {
          detail: 'This enrolment code is unknown, used or older than 10 minutes.',
        });
      }
      if (use === 'first') await updateEnrolled(tx, host.id, { name, agent_version });
      return host.id;
    });
  } catch (error) {
    if (error instanceof AppError) {
      if (await isOverLimit(deps.db, auditedRefusals, 'all')) {
        deps.log.warn({ address }, 'a host was refused; too many refusals for the audit log');
        throw error;
      }
      await enqueue(deps.db, hostRefusedTask, {
        act: 'enrol_host',
        host: name,
        host_id: null,
        device_id: null,
        is_served: false,
        detail: error.message,
        address,
      });
    }
    throw error;
  }
}

/** True when `signature` (base64) over this link's nonce proves the key. `what` is the purpose of the signature. */
export function isProof(
  publicKey: Buffer,
  signed: { what: 'link' | 'key'; hostId: string; nonce: string },
  signature: string,
): boolean {
  const text = Buffer.from(`pocketfleet-agent-${signed.what}:${signed.hostId}:${signed.nonce}`);
  try {
    return verify(null, text, keyOf(publicKey), Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

export function isEd25519(der: Buffer): boolean {
  try {
    return keyOf(der).asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}

function keyOf(der: Buffer): ReturnType<typeof createPublicKey> {
  return createPublicKey({ key: der, format: 'der', type: 'spki' });
}
