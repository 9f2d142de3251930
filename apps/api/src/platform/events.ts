// Events between features and between API nodes, and questions from one node to another. Two implementations carry them,
// in bus/: PostgreSQL and NATS (decision 195). Nothing else knows which one runs.
//
// An event that is published in a transaction is delivered after that commits, at most once. A node that may have missed events
// calls its `onGap` listeners, which must read their state again. NOTIFY carries less than 8 kB, so the schema of each topic
// bounds its payload (events.test.ts), and larger data is stored as a row.
import type { z } from 'zod';
import { type Db, sql } from './database.ts';
import { holdEvent } from './held-events.ts';

export type Topic<Payload> = { readonly name: string; readonly payload: z.ZodType<Payload> };

export function defineTopic<Payload>(name: string, payload: z.ZodType<Payload>): Topic<Payload> {
  return { name, payload };
}

/** A question of one node to another one. Both schemas are checked by the node that receives. */
export type Question<Asked, Answer> = {
  readonly name: string;
  readonly asked: z.ZodType<Asked>;
  readonly answer: z.ZodType<Answer>;
};

export function defineQuestion<Asked, Answer>(
  name: string,
  schemas: { asked: z.ZodType<Asked>; answer: z.ZodType<Answer> },
): Question<Asked, Answer> {
  return { name, ...schemas };
}

/** The other node is gone, or did not answer within the time limit. It may have received the question. */
export class NoAnswer extends Error {}

export type Events = {
  /** Returns a function that stops listening. */
  on: <Payload>(topic: Topic<Payload>, listener: (payload: Payload) => void) => () => void;
  onGap: (listener: () => void) => () => void;
  /** Asks one node; throws `NoAnswer`. The other node handles the question once, even if it arrives twice. */
  ask: <Asked, Answer>(nodeId: string, question: Question<Asked, Answer>, asked: Asked) => Promise<Answer>;
  /** Answers the question when other nodes ask this one. Returns a function that stops answering. */
  answer: <Asked, Answer>(question: Question<Asked, Answer>, handler: (asked: Asked) => Answer) => () => void;
  /** False while no event can reach this node. */
  isConnected: () => boolean;
  /** A sentence for operators when events take a longer way than they should; undefined otherwise. */
  warning: () => string | undefined;
  figures: () => EventFigures;
  stop: () => Promise<void>;
};

/** Totals since the start of this node. */
export type EventFigures = {
  sent: number;
  received: number;
  /** Messages that were not ours, malformed, or too large. */
  refused: number;
  /** How often state had to be read again, because events may have been missed. */
  gaps: number;
  unanswered: number;
};

/** The channel of NOTIFY to all nodes. */
export const channel = 'pocketfleet';
export const channelOf = (nodeId: string): string => `node_${nodeId}`;
/** PostgreSQL refuses 8000 bytes and more. The rest is for what the bus adds: who sent it, and its number. */
export const maxEventBytes = 7_900;

/** Publishes to all nodes, this one included, when `db`'s transaction commits. */
export async function publish<Payload>(db: Db, topic: Topic<Payload>, payload: Payload): Promise<void> {
  const text = encode(topic, payload);
  if (!holdEvent(db, text)) await notify(db, channel, text);
}

/** Publishes to one node only, always through PostgreSQL; the event is lost when that node is gone. */
export async function publishTo<Payload>(
  db: Db,
  nodeId: string,
  topic: Topic<Payload>,
  payload: Payload,
): Promise<void> {
  await notify(db, channelOf(nodeId), encode(topic, payload));
}

function encode<Payload>(topic: Topic<Payload>, payload: Payload): string {
  const text = JSON.stringify({ topic: topic.name, payload });
  if (Buffer.byteLength(text) > maxEventBytes) throw new Error(`an event of ${topic.name} is too large`);
  return text;
}

async function notify(db: Db, to: string, text: string): Promise<void> {
  await sql`select pg_notify(${to}, ${text})`.execute(db);
}
