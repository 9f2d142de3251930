import type { IncomingMessage } from 'node:http';

/** The body of a request; undefined if it is empty. Rejects with an Error if it is too long or not JSON. */
export async function readJson(request: IncomingMessage, maxBytes: number): Promise<unknown> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    pieces.push(piece);
    length += piece.length;
    if (length > maxBytes) throw new RangeError('The request is too long.');
  }
  return length === 0 ? undefined : JSON.parse(Buffer.concat(pieces).toString('utf8'));
}
