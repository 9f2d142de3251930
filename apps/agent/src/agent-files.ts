// What an agent keeps in AGENT_DATA: its Ed25519 key and host id, and the RSA key its phones know it by.
// Private (0600), and written so that a crash leaves either the old file or the new one.
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AdbCredentialStore, AdbPrivateKey } from '@yume-chan/adb';
import { z } from 'zod';

export interface HostKey {
  /** SPKI DER, base64. */
  readonly publicKey: string;
  /** Signature of UTF-8 text, base64. */
  sign(text: string): string;
}

/** The host's key, made at the first start. */
export function openHostKey(dataDir: string): HostKey {
  const pem = readOrCreate(dataDir, 'host-key.pem', () =>
    generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  );
  const key: KeyObject = createPrivateKey(pem);
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');
  return { publicKey, sign: (text) => sign(null, Buffer.from(text), key).toString('base64') };
}

const hostFile = z.object({ host_id: z.uuid() });

/** The id that enrolment gave this host; undefined before it. */
export function readHostId(dataDir: string): string | undefined {
  const text = readIfThere(join(dataDir, 'host.json'));
  return text === undefined ? undefined : hostFile.parse(JSON.parse(text)).host_id;
}

export function writeHostId(dataDir: string, hostId: string): void {
  writePrivate(dataDir, 'host.json', JSON.stringify({ host_id: hostId }));
}

/** One RSA key for all phones of this host (2048 bits, PKCS#8), as adb wants it. */
export function openAdbCredentials(dataDir: string, name: string): AdbCredentialStore {
  const load = (): AdbPrivateKey => {
    const pem = readOrCreate(dataDir, 'adb-key.pem', () =>
      generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent: 65537 })
        .privateKey.export({ type: 'pkcs8', format: 'pem' })
        .toString(),
    );
    const der = createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' });
    return { buffer: der, name: `pocketfleet@${name.replace(/[^A-Za-z0-9.-]/g, '-')}` };
  };
  return { generateKey: load, iterateKeys: () => [load()] };
}

function readOrCreate(dataDir: string, file: string, create: () => string): string {
  const existing = readIfThere(join(dataDir, file));
  if (existing !== undefined) return existing;
  const made = create();
  writePrivate(dataDir, file, made);
  return made;
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function writePrivate(dataDir: string, file: string, text: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const temporary = join(dataDir, `.${file}.${process.pid}`);
  writeFileSync(temporary, text, { mode: 0o600, flush: true });
  renameSync(temporary, join(dataDir, file));
}
