// The part that both implementations of `Events` share: this node's listeners, its open questions, and its answers to those
// of others. It doesn't know how messages travel.
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { type Events, NoAnswer, type Topic } from '../events.ts';
import type { Log } from '../log.ts';
import { busAnswer, busGap, busQuestion, type Envelope, encodeMessage, parseEnvelope } from './wire.ts';

/** Sends a message to one node. `isSecond`: the first one was not answered, so it is kept until that node can take it. */
export type SendTo = (nodeId: string, text: string, isSecond: boolean) => void;

export type Hub = Pick<Events, 'on' | 'onGap' | 'ask' | 'answer'> & {
  /** Undefined for a message that is not ours, which is counted. */
  parse: (text: string) => Envelope | undefined;
  deliver: (message: Envelope) => void;
  /** Events may have been missed. */
  gap: () => void;
  counts: { received: number; refused: number; gaps: number; unanswered: number };
  stop: () => void;
};

const askAgainAfterMs = 1_000;
const answerWithinMs = 3_000;
const maxOpenQuestions = 2_000;
const maxOpenBytes = 64 * 1024 * 1024;
/** Answers are kept, so that a question that arrives twice is handled once. */
const maxKeptAnswers = 2_000;
const leastMsBetweenGaps = 500;
const leastMsBetweenWarnings = 10_000;

type Listener = (payload: unknown) => void;
type Open = { settle: (answer: unknown, isFailed: boolean) => void };

export function createHub({ log, nodeId, sendTo }: { log: Log; nodeId: string; sendTo: SendTo }): Hub {
  const listeners = new Map<string, Set<Listener>>();
  const gapListeners = new Set<() => void>();
  const open = new Map<string, Open>();
  const handlers = new Map<string, (asked: unknown) => unknown>();
  const answered = new Map<string, string>();
  const counts = { received: 0, refused: 0, gaps: 0, unanswered: 0 };
  let warnedAtMs = Number.NEGATIVE_INFINITY;
  let gapTimer: NodeJS.Timeout | undefined;
  let isGapOpen = false;
  let openBytes = 0;

  const refuse = (): undefined => {
    counts.refused += 1;
    if (performance.now() - warnedAtMs < leastMsBetweenWarnings) return;
    warnedAtMs = performance.now();
    log.warn({ refused: counts.refused }, 'a message that is no event of ours was dropped');
  };
  const listen = <Payload>(topic: Topic<Payload>, listener: (payload: Payload) => void): (() => void) => {
    const checked: Listener = (payload) => {
      const parsed = topic.payload.safeParse(payload);
      if (!parsed.success) {
        counts.refused += 1;
        log.warn({ topic: topic.name }, 'an event with an invalid payload was dropped');
        return;
      }
      try {
        listener(parsed.data);
      } catch (error) {
        log.error({ err: error, topic: topic.name }, 'a listener failed');
      }
    };
    const set = listeners.get(topic.name) ?? new Set();
    listeners.set(topic.name, set.add(checked));
    return () => set.delete(checked);
  };
  const gap = (): void => {
    // At most twice a second: each gap makes every listener read from the database.
    if (gapTimer !== undefined) {
      isGapOpen = true;
      return;
    }
    gapTimer = setTimeout(() => {
      gapTimer = undefined;
      if (!isGapOpen) return;
      isGapOpen = false;
      gap();
    }, leastMsBetweenGaps);
    counts.gaps += 1;
    for (const listener of gapListeners) listener();
  };
  const keepAnswer = (id: string, text: string): void => {
    answered.set(id, text);
    const [oldest] = answered.keys();
    if (answered.size > maxKeptAnswers && oldest !== undefined) answered.delete(oldest);
  };

  listen(busGap, gap);
  listen(busAnswer, ({ id, is_failed, answer }) => open.get(id)?.settle(answer, is_failed));
  listen(busQuestion, ({ id, from, name, asked }) => {
    const known = answered.get(id);
    if (known !== undefined) return sendTo(from, known, true);
    let result: { is_failed: boolean; answer: unknown };
    try {
      const handler = handlers.get(name);
      if (handler === undefined) throw new Error(`nobody answers ${name} here`);
      result = { is_failed: false, answer: handler(asked) };
    } catch (error) {
      log.warn({ err: error, question: name }, 'a question of another node could not be answered');
      result = { is_failed: true, answer: null };
    }
    const text = encodeMessage(busAnswer, { id, ...result });
    keepAnswer(id, text);
    sendTo(from, text, false);
  });

  return {
    on: listen,
    onGap: (listener) => {
      gapListeners.add(listener);
      return () => gapListeners.delete(listener);
    },
    ask: (to, question, asked) => {
      const id = randomUUID();
      const text = encodeMessage(busQuestion, { id, from: nodeId, name: question.name, asked });
      const bytes = Buffer.byteLength(text);
      if (open.size >= maxOpenQuestions || openBytes + bytes > maxOpenBytes)
        throw new NoAnswer('Too many questions to other nodes are open.');
      openBytes += bytes;
      return new Promise((resolve, reject) => {
        const settle = (outcome: () => void): void => {
          clearTimeout(again);
          clearTimeout(limit);
          open.delete(id);
          openBytes -= bytes;
          outcome();
        };
        const fail = (why: string): void => {
          counts.unanswered += 1;
          settle(() => reject(new NoAnswer(why)));
        };
        const again = setTimeout(() => sendTo(to, text, true), askAgainAfterMs);
        const limit = setTimeout(() => fail('The other node did not answer in time.'), answerWithinMs);
        open.set(id, {
          settle: (answer, isFailed) => {
            const parsed = question.answer.safeParse(answer);
            if (isFailed || !parsed.success) fail('The other node could not answer.');
            else settle(() => resolve(parsed.data));
          },
        });
        sendTo(to, text, false);
      });
    },
    answer: (question, handler) => {
      handlers.set(question.name, (asked) => handler(parseAsked(question.asked, asked)));
      return () => handlers.delete(question.name);
    },
    parse: (text) => {
      const message = parseEnvelope(text);
      if (message === undefined) return refuse();
      counts.received += 1;
      return message;
    },
    deliver: (message) => {
      for (const listener of listeners.get(message.topic) ?? []) listener(message.payload);
    },
    gap,
    counts,
    stop: () => {
      clearTimeout(gapTimer);
      for (const { settle } of [...open.values()]) settle(null, true);
    },
  };
}

function parseAsked<Asked>(schema: z.ZodType<Asked>, asked: unknown): Asked {
  const parsed = schema.safeParse(asked);
  if (!parsed.success) throw new Error('the question is not valid', { cause: parsed.error });
  return parsed.data;
}
