// The agent's files in AGENT_DATA: its Ed25519 key and host id, and the RSA key that it shows to its phones. All are
// private (0600) and replaced by rename, so that a crash leaves either the old file or the new one.
import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AdbCredentialStore, AdbPrivateKey } from '@yume-chan/adb';
import { z } from 'zod';

const hostFile = z.object({ host_id: z.uuid() });

/** A file in AGENT_DATA is not valid. The agent's own crash can't be the cause, because it replaces files by rename. */
export class DamagedFileError extends Error {
  constructor(path: string, remedy: string) {
    super(`${path} is damaged. Put it back from a copy, or ${remedy}`);
  }
}

/** The host's id; undefined before enrolment. Throws DamagedFileError. */
export function readHostId(dataDir: string): string | undefined {
  const path = join(dataDir, 'host.json');
  const text = readIfExists(path);
  if (text === undefined) return undefined;
  try {
    return hostFile.parse(JSON.parse(text)).host_id;
  } catch {
    throw new DamagedFileError(
      path,
      'delete it and start the agent with a new enrolment code: its key is still there, so it stays the same host.',
    );
  }
}

/** Throws DamagedFileError. */
export function parseKey(dataDir: string, file: string, pem: string, remedy: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    throw new DamagedFileError(join(dataDir, file), remedy);
  }
}

export function writeHostId(dataDir: string, hostId: string): void {
  writePrivate(dataDir, 'host.json', JSON.stringify({ host_id: hostId }));
}

/** One RSA key for all phones of this host (2048 bits, PKCS#8), in adb's form. */
export function openAdbCredentials(dataDir: string, name: string): AdbCredentialStore {
  const load = (): AdbPrivateKey => {
    const der = readAdbKey(dataDir).export({ type: 'pkcs8', format: 'der' });
    return { buffer: der, name: `pocketfleet@${name.replace(/[^A-Za-z0-9.-]/g, '-')}` };
  };
  return { generateKey: load, iterateKeys: () => [load()] };
}

/** Creates the key where it is missing. Throws DamagedFileError. */
export function readAdbKey(dataDir: string): KeyObject {
  const remedy = 'delete it: the agent creates a new one, and each phone asks once whether to trust it.';
  return parseKey(dataDir, 'adb-key.pem', readAdbKeyPem(dataDir), remedy);
}

/** The same key in the form that the adb program reads (PKCS#8, PEM); created where it is missing. */
export function readAdbKeyPem(dataDir: string): string {
  return readOrCreate(dataDir, 'adb-key.pem', () =>
    generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent: 65537 })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString(),
  );
}

export function readOrCreate(dataDir: string, file: string, create: () => string): string {
  const existing = readIfExists(join(dataDir, file));
  if (existing !== undefined) return existing;
  const created = create();
  writePrivate(dataDir, file, created);
  return created;
}

export function readIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

export function writePrivate(dataDir: string, file: string, text: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const temporary = join(dataDir, `.${file}.${process.pid}`);
  writeFileSync(temporary, text, { mode: 0o600, flush: true });
  renameSync(temporary, join(dataDir, file));
}
