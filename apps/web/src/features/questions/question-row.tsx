import type { Question } from '@pocketfleet/contract';
import { formatAge, formatExactMoment } from '@pocketfleet/ui/format';
import * as texts from '#language/questions';

/** A question that is no longer open. */
export function QuestionRow({ question, nowMs }: { question: Question; nowMs: number }) {
  const { asker, phone, state, created_at } = question;
  return (
    <li className="flex flex-col gap-1 px-4 py-3">
      <p className="flex flex-wrap gap-x-3 text-second text-small">
        <span className="font-medium text-main">{texts.states[state]}</span>
        <span className="break-words">{asker.name}</span>
        <span className="font-mono">{texts.about(phone.tag, phone.label)}</span>
        <time dateTime={created_at} title={formatExactMoment(created_at)}>
          {formatAge(created_at, nowMs)}
        </time>
      </p>
      <p className="line-clamp-3 whitespace-pre-wrap break-words">{question.question}</p>
      <p className="line-clamp-3 whitespace-pre-wrap break-words text-second">{answerOf(question)}</p>
    </li>
  );
}

function answerOf({ answer }: Question): string {
  if (answer === null) return texts.noAnswer;
  const said = [answer.choice, answer.text].filter((each) => each !== null).join('. ');
  return answer.by === null ? texts.byDefault(said) : texts.answeredBy(answer.by.name, said);
}
