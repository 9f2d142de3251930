// The host's Ed25519 key in AGENT_DATA, and while it is rotated the next key beside it. If the agent crashes after the
// control plane has stored the new key but before the agent knows it, both keys stay. The agent tries both and keeps
// the key that the control plane accepts.
import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { parseKey, readIfExists, readOrCreate } from './agent-files.ts';

const currentFile = 'host-key.pem';
const nextFile = 'host-key.next.pem';

export interface HostKey {
  /** SPKI DER, base64. */
  readonly publicKey: string;
  /** Signature of UTF-8 text, base64. */
  sign(text: string): string;
}

export class HostKeys {
  readonly #dataDir: string;
  #isNextInUse = false;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  /** The key that authenticates this host; created at the first start. */
  currentKey(): HostKey {
    return this.#isNextInUse ? this.next() : this.#keyOf(currentFile);
  }

  /** The next key; it is on the disk before the control plane gets it. */
  next(): HostKey {
    return this.#keyOf(nextFile);
  }

  /** Call it after a refusal. Switches to the next key, once; false when there is none. */
  useOtherKey(): boolean {
    if (this.#isNextInUse || readIfExists(join(this.#dataDir, nextFile)) === undefined) return false;
    this.#isNextInUse = true;
    return true;
  }

  /** Call it when the control plane has stored the next key; the old one is deleted. */
  promoteNextKey(): void {
    this.#isNextInUse = false;
    renameSync(join(this.#dataDir, nextFile), join(this.#dataDir, currentFile));
  }

  /** Call it when the control plane has accepted the current key. */
  keyWasAccepted(): void {
    if (this.#isNextInUse) this.promoteNextKey();
  }

  #keyOf(file: string): HostKey {
    const pem = readOrCreate(this.#dataDir, file, createPem);
    const key = parseKey(
      this.#dataDir,
      file,
      pem,
      'delete it with the host.json beside it, revoke this host, and start the agent with a new enrolment code.',
    );
    return keyOf(key);
  }
}

function createPem(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function keyOf(key: KeyObject): HostKey {
  return {
    publicKey: createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64'),
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64'),
  };
}
