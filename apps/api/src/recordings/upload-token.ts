import { createHmac } from 'node:crypto';

/** What a host sends a recording's chunks with. It follows from the recording's key, so that it can be told again. */
export function createUploadToken(key: Buffer, recordingId: string): string {
  return createHmac('sha256', key).update(`recording-upload:${recordingId}`).digest('base64url');
}
