// The form of every message between nodes, on PostgreSQL and on NATS: JSON of a topic and its payload. Incoming messages are checked
// here, because others may write to the same channel or subject.
import { z } from 'zod';
import { defineTopic } from '../events.ts';

const nodeId = z.string().min(1).max(100);

/** `from` and `seq` are there when the sender numbers its events, so that receivers notice a lost one. */
const envelope = z.object({
  topic: z.string().max(100),
  payload: z.unknown(),
  from: nodeId.optional(),
  seq: z.int().nonnegative().optional(),
});
export type Envelope = z.output<typeof envelope>;

/** A command that cleans a phone has up to 700 kB. */
const maxMessageChars = 4_000_000;
const maxNodes = 1_000;

/** Undefined for everything that is not a message of ours. */
export function parseEnvelope(text: string): Envelope | undefined {
  if (text.length > maxMessageChars) return undefined;
  try {
    return envelope.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** `text` is the JSON of a topic and its payload. */
export function numberEvent(text: string, from: string, seq: number): string {
  return `{"from":${JSON.stringify(from)},"seq":${seq},${text.slice(1)}`;
}

/** A node says once a second that others can hear it, the number of its last event, and which living nodes it doesn't hear. */
export const busHeartbeat = defineTopic(
  'bus_beat',
  z.object({
    from: nodeId,
    seq: z.int().nonnegative(),
    unheard: z.array(nodeId).max(maxNodes),
    is_leaving: z.boolean(),
  }),
);

/** Events may have been lost: every node reads its state again. */
export const busGap = defineTopic('bus_gap', z.object({}));

/** Sent to one node. */
export const busQuestion = defineTopic(
  'bus_question',
  z.object({ id: z.uuid(), from: nodeId, name: z.string().max(100), asked: z.unknown() }),
);

/** `is_failed`: the other node could not handle the question. */
export const busAnswer = defineTopic(
  'bus_answer',
  z.object({ id: z.uuid(), is_failed: z.boolean(), answer: z.unknown() }),
);

/** Sent to one node: a message for it is stored in the database. */
export const busStored = defineTopic('bus_stored', z.object({ id: z.uuid() }));

export function encodeMessage<Payload>(topic: { name: string }, payload: Payload): string {
  return JSON.stringify({ topic: topic.name, payload });
}
