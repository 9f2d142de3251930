// Questions that a customer's programs ask people about a phone. Anybody who may control the phone may answer, and the first
// answer counts. The words of programs are untrusted: they are stored and shown as text. This feature knows nothing of who asks how.
import { type AskedQuestion, closedQuestionSentence, type Question } from '@pocketfleet/contract';
import { canUse } from '../access/access.ts';
import { getActiveAssignment } from '../assignments/assignments.ts';
import { queueMails } from '../mail/mail.ts';
import { AppError } from '../platform/app-error.ts';
import { constraintOf, type Db, inTransaction } from '../platform/database.ts';
import type { Events } from '../platform/events.ts';
import { enqueue } from '../platform/jobs.ts';
import { countAgainstLimit, isOverLimit, type Limit } from '../platform/limits.ts';
import type { Principal } from '../platform/principal.ts';
import { askedMail } from './question-mails.ts';
import { questionsChanged } from './questions.events.ts';
import {
  insertQuestion,
  type QuestionRow,
  selectAddressees,
  selectAskedAs,
  selectOwnQuestion,
  selectQuestion,
  selectQuestions,
  updateAnswered,
} from './questions.sql.ts';
import { closeTask } from './questions.tasks.ts';

type Deps = { db: Db };

/** Of a family of keys or a connected program. The database limits how many are open at once. */
const askLimit: Limit = { name: 'ask-human', count: 120, windowS: 3_600 };
/** Of a workspace. Questions beyond it are asked, and stand in the panel. */
const mailLimit: Limit = { name: 'mail-question', count: 60, windowS: 3_600 };
const maxAddressees = 10;
/** Constraints of migration 0770. */
const openLimits = ['questions_open_of_program', 'questions_open_of_workspace'];
/** An event may be lost, and a right may end while its holder waits. */
const lookAgainMs = 1_000;

/**
 * `asked_as`: the program's own name for this question. Under the same name it is asked once, and the repeat gets it as it is
 * now. Throws device_not_assigned, assignment_not_started, forbidden for people, conflict for another question under that
 * name, limit_reached, too_many_requests.
 */
export async function askQuestion(
  deps: Deps & { config: { publicUrl: string } },
  caller: Principal,
  deviceId: string,
  { asked_as = null, ...asked }: AskedQuestion & { asked_as?: string | null },
): Promise<Question> {
  const { kind, workspace_id, credential_id } = caller;
  if (kind !== 'key' && kind !== 'program') {
    throw new AppError('forbidden', { detail: 'Only keys and connected programs ask people.' });
  }
  const assignment = await getActiveAssignment(deps, deviceId, caller);
  await countAgainstLimit(deps.db, askLimit, familyOf(caller));
  const row = { device_id: deviceId, assignment_id: assignment.id, workspace_id, credential_id };
  const same = { question: asked.question, device_id: deviceId };
  // First, because the limit of open questions counts this one, too.
  const before = asked_as === null ? undefined : await selectAskedAs(deps.db, caller, asked_as);
  if (before !== undefined) return repeated(before, same);
  return inTransaction(deps.db, async (tx) => {
    const asker = { asker_kind: kind, asker_name: caller.name, asked_as } as const;
    const made = await insertQuestion(tx, { ...asked, ...row, ...asker }).catch(refuseTooMany);
    // The same call, twice at one moment.
    if (made === undefined) return repeated(await selectAskedAs(tx, caller, asked_as ?? ''), same);
    await enqueue(
      tx,
      closeTask,
      { question_id: made.id },
      { runAt: made.expires_at, key: `question:${made.id}` },
    );
    const stored = await selectOwnQuestion(tx, caller, made.id);
    if (stored === undefined) throw new Error('the question was not stored');
    await mailQuestion(tx, deps.config.publicUrl, caller, stored);
    return describe(stored);
  });
}

function repeated(
  before: QuestionRow | undefined,
  { question, device_id }: Pick<QuestionRow, 'question' | 'device_id'>,
): Question {
  if (before?.question === question && before.device_id === device_id) return describe(before);
  const detail = 'This action_id is that of another question of yours. Use a new one for a new question.';
  throw new AppError('conflict', { detail });
}

/** A key stands for those that it made and that replaced it: all may be in the hands of one program. */
function familyOf({ key, credential_id }: Principal): string {
  return key?.family_id ?? credential_id;
}

function refuseTooMany(error: unknown): never {
  if (!openLimits.includes(constraintOf(error) ?? '')) throw error;
  const detail =
    'Too many questions are open: at most 5 of a program and 100 of a team. Wait for an answer with question_id, or use what you know.';
  throw new AppError('limit_reached', { detail, cause: error });
}

async function mailQuestion(
  tx: Db,
  publicUrl: string,
  { workspace_id, user_id }: Principal,
  asked: QuestionRow,
): Promise<void> {
  if (await isOverLimit(tx, mailLimit, workspace_id)) return;
  const { device_id } = asked;
  const people = await selectAddressees(tx, { workspace_id, device_id, user_id }, maxAddressees);
  const mails = people.map((person) => ({
    to: person.email,
    template: 'human_asked',
    content: askedMail(person.first_name, asked, { publicUrl, workspace_id, user_id: person.user_id }),
  }));
  await queueMails(tx, mails);
}

/** Of phones that the caller has now; the newest first. */
export async function listQuestions(
  { db }: Deps,
  caller: Principal,
  { state, cursor, limit }: { state: 'open' | 'all'; cursor?: string | undefined; limit: number },
): Promise<{ questions: Question[]; next_cursor: string | null }> {
  const beforeSeq = cursor === undefined ? null : Number(cursor);
  const rows = await selectQuestions(db, caller, { only: state, beforeSeq, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { questions: shown.map(describe), next_cursor: last === undefined ? null : String(last.seq) };
}

/**
 * Throws not_found for a question about a phone that isn't the caller's, forbidden for the program that asked and the keys of its family, invalid_input
 * for a choice that it doesn't offer, and conflict when it is no longer open.
 */
export async function answerQuestion(
  { db }: Deps,
  caller: Principal,
  id: string,
  given: { choice?: string | undefined; text?: string | undefined },
): Promise<Question> {
  return inTransaction(db, async (tx) => {
    const row = await selectQuestion(tx, caller, id);
    if (row === undefined || !canUse(caller, { ...row, workspace_id: caller.workspace_id }, 'control'))
      throw new AppError('not_found');
    if (row.family_id === familyOf(caller)) {
      const detail =
        'A program can’t answer its own question, nor with a key that belongs to the same family.';
      throw new AppError('forbidden', { detail });
    }
    const { choice = null, text = null } = given;
    if (choice !== null && !row.choices.includes(choice)) {
      const detail = 'This question doesn’t offer that choice. Send one of its choices, or a text.';
      throw new AppError('invalid_input', { detail });
    }
    const by = { kind: caller.kind, name: caller.name };
    const isFirst = await updateAnswered(tx, id, { choice, text, ...by });
    const now = await selectQuestion(tx, caller, id);
    if (now === undefined) throw new AppError('not_found');
    if (!isFirst) throw new AppError('conflict', { detail: closedQuestionSentence(describe(now)) });
    return describe(now);
  });
}

/**
 * The question of this program, when it is no longer open or after `waitMs`; earlier on the signal. `isStillAllowed` is asked
 * each second, and before an answer is returned. Throws not_found for a question of another program, and forbidden.
 */
export async function waitForAnswer(
  { db, events }: Deps & { events: Events },
  caller: Principal,
  id: string,
  wait: { waitMs: number; signal: AbortSignal; isStillAllowed: (assignmentId: string) => Promise<boolean> },
): Promise<Question> {
  const untilMs = performance.now() + wait.waitMs;
  for (;;) {
    // Heard before it is read, so that no change falls between.
    const heard = new AbortController();
    const stop = events.on(questionsChanged, ({ question_id }) => question_id === id && heard.abort());
    try {
      const row = await selectOwnQuestion(db, caller, id);
      if (row === undefined) throw new AppError('not_found', { detail: 'You have asked no such question.' });
      const leftMs = untilMs - performance.now();
      // Without an answer there is nothing to keep from the program: it is told that the question was withdrawn.
      const isToBeRead = row.state === 'open' || answerOf(row) !== null;
      if (isToBeRead && !(await wait.isStillAllowed(row.assignment_id))) throw new AppError('forbidden');
      if (row.state !== 'open' || leftMs <= 0 || wait.signal.aborted) return describe(row);
      await until(Math.min(leftMs, lookAgainMs), AbortSignal.any([wait.signal, heard.signal]));
    } finally {
      stop();
    }
  }
}

function until(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
  });
}

function describe(row: QuestionRow): Question {
  const { id, state, question, choices, created_at, expires_at, closed_at, default_answer } = row;
  return {
    id,
    state,
    phone: { id: row.device_id, tag: row.tag, label: row.label ?? '' },
    asker: { kind: row.asker_kind, id: row.credential_id, name: row.asker_name },
    question,
    choices,
    default: default_answer,
    created_at,
    expires_at,
    closed_at,
    answer: answerOf(row),
  };
}

function answerOf(row: QuestionRow): Question['answer'] {
  const { state, choices, default_answer, answer_choice, answer_text } = row;
  if (state === 'answered' && row.answered_by_kind !== null) {
    const by = { kind: row.answered_by_kind, name: row.answered_by_name ?? '' };
    return { choice: answer_choice, text: answer_text, by };
  }
  if (state !== 'expired' || default_answer === null) return null;
  const isChoice = choices.includes(default_answer);
  return {
    choice: isChoice ? default_answer : null,
    text: isChoice ? null : default_answer,
    by: null,
  };
}
