// Computes the hash chain of a file's first bytes, from pieces of any length (`stream-protocol/file-block.ts`).
import { createHash, type Hash } from 'node:crypto';
import { fileBlockLength } from '@pocketfleet/stream-protocol';
import { emptyChain } from './spool-file.ts';

export class PrefixChain {
  #chain = emptyChain;
  #hash: Hash = begin(emptyChain);
  #inBlock = 0;

  add(piece: Uint8Array): void {
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + fileBlockLength - this.#inBlock);
      this.#hash.update(part);
      this.#inBlock += part.length;
      at += part.length;
      if (this.#inBlock === fileBlockLength) this.#endBlock();
    }
  }

  /** The chain of everything that was added. Nothing can be added afterwards. */
  end(): string {
    if (this.#inBlock > 0) this.#endBlock();
    return this.#chain;
  }

  #endBlock(): void {
    this.#chain = this.#hash.digest('hex');
    this.#hash = begin(this.#chain);
    this.#inBlock = 0;
  }
}

function begin(chain: string): Hash {
  return createHash('sha256').update(Buffer.from(chain, 'hex'));
}
