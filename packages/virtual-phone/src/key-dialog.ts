// The "Allow USB debugging?" dialog of one phone: the allowed keys, and the hosts that wait for a decision.
import type { AuthPolicy } from '@pocketfleet/adb-device';
import { readState, writeState } from '@pocketfleet/android-shell';
import { z } from 'zod';

const MAX_KEYS = 32;
const MAX_WAITING = 16;

export interface KeyDialog extends AuthPolicy {
  /** Allows all waiting hosts, when the fault `unauthorized` ends. */
  allowWaiting(): void;
}

/** While `isUnattended`, nobody answers the dialog and no key is valid. Otherwise each new key is allowed permanently. */
export function createKeyDialog(
  hostPath: string,
  isRequired: boolean,
  isUnattended: () => boolean,
): KeyDialog {
  const waiting: (() => void)[] = [];
  const knownKeys = () => readState(hostPath, z.array(z.string())) ?? [];
  return {
    required: () => isRequired || isUnattended(),
    knownKeys: () => (isUnattended() ? [] : knownKeys()),
    async allow(publicKey) {
      if (isUnattended()) {
        if (waiting.length >= MAX_WAITING) return false;
        // The host stays connected while the dialog is open.
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
      writeState(hostPath, [...new Set([...knownKeys(), publicKey])].slice(-MAX_KEYS));
      return true;
    },
    allowWaiting() {
      for (const answer of waiting.splice(0)) answer();
    },
  };
}
