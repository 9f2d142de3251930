// The host's Ed25519 key in AGENT_DATA, and while it is being rotated the next one beside it. A crash between the
// control plane's taking the new key and our hearing of it leaves both: whichever is welcome is kept.
import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { parseKey, readIfThere, readOrCreate } from './agent-files.ts';

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

  /** The key to prove ourselves with; made at the first start. */
  inUse(): HostKey {
    return this.#isNextInUse ? this.next() : this.#keyOf(currentFile);
  }

  /** The key that is to follow; kept before anybody hears of it. */
  next(): HostKey {
    return this.#keyOf(nextFile);
  }

  /** After a refusal: tries the other key, once. False when there is no other. */
  tryOther(): boolean {
    if (this.#isNextInUse || readIfThere(join(this.#dataDir, nextFile)) === undefined) return false;
    this.#isNextInUse = true;
    return true;
  }

  /** The control plane knows the next key: the old one is forgotten. */
  nextAccepted(): void {
    this.#isNextInUse = false;
    renameSync(join(this.#dataDir, nextFile), join(this.#dataDir, currentFile));
  }

  /** We are welcome with the key in use. */
  welcomed(): void {
    if (this.#isNextInUse) this.nextAccepted();
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
