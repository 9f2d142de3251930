// The "Allow USB debugging?" question of one phone: who was allowed for good, and who waits for an answer.
import { readFileSync } from 'node:fs';
import type { AuthPolicy } from '@pocketfleet/adb-device';
import { writeState } from '@pocketfleet/android-shell';

const MAX_KEYS = 32;
const MAX_WAITING = 16;

export interface KeyQuestion extends AuthPolicy {
  /** The person at the phone says yes to all that wait, as when the fault `unauthorized` ends. */
  allowWaiting(): void;
}

/** `isUnattended`: nobody is there to answer, and no key counts. Otherwise every key is allowed at once, for good. */
export function createKeyQuestion(
  hostPath: string,
  isRequired: boolean,
  isUnattended: () => boolean,
): KeyQuestion {
  const waiting: (() => void)[] = [];
  const knownKeys = (): string[] => {
    try {
      const keys: unknown = JSON.parse(readFileSync(hostPath, 'utf8'));
      return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [];
    } catch {
      return [];
    }
  };
  return {
    required: () => isRequired || isUnattended(),
    knownKeys: () => (isUnattended() ? [] : knownKeys()),
    async allow(publicKey) {
      if (isUnattended()) {
        if (waiting.length >= MAX_WAITING) return false;
        // The question stays on the screen; the host's connection stands meanwhile.
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
