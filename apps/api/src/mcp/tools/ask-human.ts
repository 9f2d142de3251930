import { askedQuestion, type Question, questionStates } from '@pocketfleet/contract';
import { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import { askQuestion, waitForAnswer } from '../../questions/questions.ts';
import { isStillAllowed } from '../../screen/screen.ts';
import { findPhone, phone } from '../find-phone.ts';
import { quoteScreen } from '../quote-screen.ts';
import { defineTool, type Tool, type ToolAnswer } from '../tool.ts';

const { question, choices, default: fallback, timeout_s } = askedQuestion.shape;

export const askHuman: Tool = defineTool({
  name: 'ask_human',
  title: 'Ask a person',
  description:
    'Asks the people who may control the phone, and answers with a question_id at once. Call it again with that question_id to wait, up to 30 seconds at a time, until the state is no longer open. People can take the phone and type for you, so never ask for a password: ask them to enter it.',
  needs: ['screen'],
  isReadOnly: false,
  input: z
    .strictObject({
      phone: phone.optional(),
      question: question
        .optional()
        .describe('The text that people read. Plain text; say what you need it for.'),
      choices: choices.describe('Up to 6 short answers, shown as buttons. People can write a text instead.'),
      default: fallback.describe('The answer when nobody has answered in time.'),
      timeout_s: timeout_s.describe('How long people have, in seconds.'),
      action_id: z
        .string()
        .min(1)
        .max(100)
        .refine((name) => !/[\p{Cc}\p{Cs}]/u.test(name), 'Use one line')
        .optional()
        .describe('Your own name for this question: a repeat with it asks nobody again.'),
      question_id: z.uuid().optional().describe('Of a question that you have asked: wait for its answer.'),
      wait_s: z.number().min(0).max(30).default(25).describe('With question_id: how long to wait.'),
    })
    .refine(({ question_id, phone: named, question: text }) => question_id !== undefined || (named && text), {
      message: 'Send phone and question to ask, or question_id to wait.',
    }),
  output: z.object({
    question_id: z.string(),
    state: z.enum(questionStates),
    choice: z.string().nullable(),
    text: z.string().nullable(),
    answered_by: z.string().nullable(),
    expires_at: z.string(),
  }),
  run: async (call, { question_id, phone: named, question: text, wait_s, action_id, ...asked }) => {
    const { deps, caller, signal } = call;
    if (question_id !== undefined) {
      const permission = 'screen' as const;
      return answer(
        await waitForAnswer(deps, caller, question_id, {
          waitMs: wait_s * 1_000,
          signal,
          isStillAllowed: (assignmentId) => isStillAllowed(deps, caller, { assignmentId, permission }),
        }),
      );
    }
    if (named === undefined || text === undefined) throw new AppError('invalid_input');
    const { device_id } = await findPhone(call, named);
    const once = action_id === undefined ? {} : { asked_as: action_id };
    return answer(await askQuestion(deps, caller, device_id, { ...asked, ...once, question: text }));
  },
});

function answer({ id, state, answer: given, expires_at }: Question): ToolAnswer {
  const said = [given?.choice, given?.text].filter((each) => each !== null && each !== undefined).join('\n');
  const by = given?.by?.name ?? null;
  // The name is theirs too: a key's maker or a guest has chosen it.
  const written =
    by === null
      ? quoteScreen(said, 'The default')
      : quoteScreen(`${said}\n(${by})`, 'The answer, and who wrote it');
  const facts = {
    open: `Nobody has answered yet. Wait with question_id ${id}; the time ends at ${expires_at}.`,
    answered: 'Answered.',
    expired:
      given === null
        ? 'The time is over, and there is no default.'
        : 'The time is over: your default counts.',
    withdrawn:
      'The question was withdrawn: you no longer have the phone, or your right to it has ended for now.',
  }[state];
  return {
    text: said === '' ? facts : `${facts}\n${written}`,
    structured: {
      question_id: id,
      state,
      choice: given?.choice ?? null,
      text: given?.text ?? null,
      answered_by: by,
      expires_at,
    },
  };
}
