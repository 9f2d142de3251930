// Each recording has a key of its own, which is stored sealed. A server without storage or sealing key records nothing.
import { randomBytes } from 'node:crypto';
import { AppError } from '../platform/app-error.ts';
import { type SealKeys, seal, unseal } from '../platform/sealed.ts';

const keyBytes = 32;

type KeyDeps = { config: { operatorSecretsKeys: SealKeys } };

/** The key, and what is stored of it. */
export function createRecordingKey({ config }: KeyDeps, id: string): { key: Buffer; sealed: Buffer } {
  const key = randomBytes(keyBytes);
  return { key, sealed: seal(config.operatorSecretsKeys, key, ownerOf(id)) };
}

/** Throws unavailable where no key of this server fits. */
export function keyOf({ config }: KeyDeps, row: { id: string; key: Buffer }): Buffer {
  const key = unseal(config.operatorSecretsKeys, row.key, ownerOf(row.id));
  if (key === undefined) {
    throw new AppError('unavailable', { detail: 'This recording can’t be decrypted by this server.' });
  }
  return key;
}

/** Throws unavailable. */
export function refuseUnableServer({ store, config }: KeyDeps & { store: object | undefined }): void {
  if (store !== undefined && config.operatorSecretsKeys.length > 0) return;
  throw new AppError('unavailable', {
    detail: 'This server can’t record. Its operators set RECORDINGS_DIR and OPERATOR_SECRETS_KEY.',
  });
}

/** The purpose that a key is sealed for: it can't be moved to another row. */
function ownerOf(id: string): string {
  return `recording:${id}`;
}
