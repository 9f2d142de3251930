// Questions that a customer's programs ask people, about a phone that both use. The words of a program are untrusted: pages
// show them as text and name the program.
import { z } from 'zod';
import { id, instant } from './fields.ts';
import { defineRoute } from './route.ts';

export const questionStates = ['open', 'answered', 'expired', 'withdrawn'] as const;

/** Characters that would hide or turn around other text. Line breaks are allowed. */
const hidden = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u;
const plainText = (most: number) =>
  z
    .string()
    .trim()
    .min(1, 'Write something')
    .max(most, `Use at most ${most} characters`)
    .refine((text) => !hidden.test(text.replace(/[\n\t]/g, '')), 'Leave out invisible characters');

/** A question as a program asks it. */
export const askedQuestion = z.strictObject({
  question: plainText(1_000),
  choices: z
    .array(plainText(80).refine((text) => !/[\n\t]/.test(text), 'Use one line'))
    .max(6, 'Offer at most 6 choices')
    .refine((all) => new Set(all).size === all.length, 'Each choice once')
    .default([]),
  /** The answer when nobody has answered in time; it may be one of the choices. Without it there is none. */
  default: plainText(300).optional(),
  timeout_s: z.int().min(10, 'Wait at least 10 seconds').max(86_400, 'Wait at most a day').default(600),
});
export type AskedQuestion = z.output<typeof askedQuestion>;

export const question = z.object({
  id,
  state: z.enum(questionStates),
  phone: z.object({ id, tag: z.string(), label: z.string() }),
  /** The key or connected program that asks. */
  asker: z.object({ kind: z.enum(['key', 'program']), id, name: z.string() }),
  /** Untrusted: a program wrote these three. */
  question: z.string(),
  choices: z.array(z.string()),
  default: z.string().nullable(),
  created_at: instant,
  expires_at: instant,
  closed_at: instant.nullable(),
  /** Null while it is open, when it was withdrawn, and when it expired without a default. `by` is null for the default. */
  answer: z
    .object({
      choice: z.string().nullable(),
      text: z.string().nullable(),
      by: z.object({ kind: z.enum(['person', 'key', 'program']), name: z.string() }).nullable(),
    })
    .nullable(),
});
export type Question = z.infer<typeof question>;

/** Why a question can no longer be answered, in words. */
export function closedQuestionSentence({ state, answer }: Question): string {
  if (state === 'answered') return `${answer?.by?.name ?? 'Somebody'} has answered this question already.`;
  if (state === 'withdrawn') return 'This question was withdrawn: the program no longer waits for an answer.';
  return 'The time to answer this question is over.';
}

export const listQuestions = defineRoute({
  method: 'GET',
  path: '/questions',
  caller: 'customer',
  needs: ['control'],
  summary:
    'The questions of programs about phones that you may control: the open ones, or with `state=all` those of the last 7 days too, the newest first. Programs wrote what they say. For the next page send `next_cursor` as `cursor`.',
  query: z.object({
    state: z.enum(['open', 'all']).default('open'),
    cursor: z
      .string()
      .regex(/^\d{1,18}$/, 'Send the next_cursor of the page before')
      .optional(),
    limit: z.coerce.number().int().min(1).max(100).default(100),
  }),
  response: z.object({
    questions: z.array(question),
    next_cursor: z.string().nullable(),
    /** By which the time that is left is counted. */
    server_time: instant,
  }),
});

export const answerQuestion = defineRoute({
  method: 'POST',
  path: '/questions/{id}/answer',
  caller: 'customer',
  needs: ['control'],
  summary:
    'Answer an open question: one of its choices, a text, or both. The first answer counts: 409 conflict for a question that is no longer open.',
  params: z.object({ id }),
  body: z
    .object({ choice: z.string().max(80).optional(), text: plainText(2_000).optional() })
    .refine(({ choice, text }) => choice !== undefined || text !== undefined, {
      message: 'Send a choice, a text or both',
      path: ['choice'],
    }),
  response: question,
});
