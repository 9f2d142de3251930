// The keys with which an agent seals what has to stay hidden on a phone's screen for an assignment.
import { createHmac } from 'node:crypto';
import type { SealKeys } from '../platform/sealed.ts';

/** Base64. A host that is stolen has none of these: they are made again from the server's own keys. */
export function memoryKeysOf(
  { operatorSecretsKeys }: { operatorSecretsKeys: SealKeys },
  assignmentId: string,
): string[] {
  return operatorSecretsKeys.map((key) =>
    createHmac('sha256', key).update(`screen-memory:${assignmentId}`).digest('base64'),
  );
}
