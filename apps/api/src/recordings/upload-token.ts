import { createHmac } from 'node:crypto';

/** A host sends a recording's chunks with it. It is derived from the recording's key, so that it can be sent again. */
export function createUploadToken(key: Buffer, recordingId: string): string {
  return createHmac('sha256', key).update(`recording-upload:${recordingId}`).digest('base64url');
}
