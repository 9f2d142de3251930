import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of the relay, in base64: PKCS8 for itself, SPKI for the API. */
export type RelayKey = { readonly privateKey: string; readonly publicKey: string };

/** The demo's key of its relay. It is created once. */
export function readOrMakeRelayKey(dataDir: string): RelayKey {
  const path = join(dataDir, 'relay-key');
  if (!existsSync(path)) {
    const made = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'der' });
    writeFileSync(path, `${made.toString('base64')}\n`, { mode: 0o600 });
  }
  const privateKey = readFileSync(path, 'utf8').trim();
  const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');
  return { privateKey, publicKey };
}
