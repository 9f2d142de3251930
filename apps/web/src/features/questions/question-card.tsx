import type { Question } from '@pocketfleet/contract';
import { Banner, Button, TextArea } from '@pocketfleet/ui';
import { formatClock } from '@pocketfleet/ui/format';
import { Bot } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import * as texts from '#language/questions';
import { reasonOf } from '../../api/errors.ts';
import { agentFill } from '../../streams/actor-icon.tsx';
import { TimeToAnswer } from './time-to-answer.tsx';
import { useAnswer } from './use-answer.ts';

type Props = {
  question: Question;
  /** In the list: which phone it is about. */
  isNamingPhone?: boolean;
  /** Beside "Send answer": how to get at the phone itself. */
  toPhone: ReactNode;
  onAnswered?: () => void;
};

/** A question with its answers. The program's words are shown as text, under its name. */
export function QuestionCard({ question, isNamingPhone = false, toPhone, onAnswered }: Props) {
  const { asker, phone, choices } = question;
  const title = useId();
  const [text, setText] = useState('');
  const [isMissing, setMissing] = useState(false);
  const answer = useAnswer(question, onAnswered);
  const own = text.trim();
  const send = (choice?: string) =>
    answer.mutate({ ...(choice !== undefined && { choice }), ...(own !== '' && { text: own }) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (answer.isPending) return;
    setMissing(own === '');
    if (own !== '') send();
  };
  return (
    <section
      aria-labelledby={title}
      className="flex flex-col overflow-hidden rounded-card border border-hairline bg-surface text-main"
    >
      <div className="flex flex-col gap-4 p-5">
        <header className="flex items-start gap-3">
          <span
            aria-hidden="true"
            style={agentFill}
            className="inline-flex size-8 shrink-0 items-center justify-center rounded-full"
          >
            <Bot size={16} strokeWidth={1.75} />
          </span>
          <div className="min-w-0 flex-1">
            <h2 id={title} className="break-words font-semibold">
              {texts.asks(asker.name)}
            </h2>
            <p className="text-second text-small">
              {asker.kind === 'key' ? texts.aKeyOfYours : texts.aProgram}
            </p>
            {isNamingPhone ? (
              <p className="break-words font-mono text-second text-small">
                {texts.about(phone.tag, phone.label)}
              </p>
            ) : null}
          </div>
          <time dateTime={question.created_at} className="shrink-0 font-mono text-second text-small">
            {formatClock(question.created_at)}
          </time>
        </header>
        <p className="max-h-[40vh] overflow-y-auto whitespace-pre-wrap break-words font-medium text-card">
          {question.question}
        </p>
        {choices.length === 0 ? null : (
          <fieldset aria-label={texts.choices} className="flex flex-wrap gap-2">
            {choices.map((choice) => (
              <Button
                key={choice}
                isBusy={answer.isPending && answer.variables.choice === choice}
                onClick={() => answer.isPending || send(choice)}
                className="h-auto! min-h-9 whitespace-normal! break-words py-1.5 text-left"
              >
                {choice}
              </Button>
            ))}
          </fieldset>
        )}
        {answer.error ? <Banner kind="error">{texts.notSent(reasonOf(answer.error))}</Banner> : null}
        <form id={`${title}-form`} onSubmit={submit} noValidate>
          <TextArea
            label={choices.length === 0 ? texts.yourAnswer : texts.ownWords}
            hint={texts.onlyItReads(asker.name)}
            error={isMissing && own === '' ? texts.writeOrChoose : undefined}
            rows={3}
            maxLength={2_000}
            value={text}
            isBusy={answer.isPending}
            onChange={({ target }) => setText(target.value)}
          />
        </form>
      </div>
      <footer className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-hairline border-t p-5">
        <TimeToAnswer question={question} />
        <div className="ml-auto flex flex-wrap gap-2">
          {toPhone}
          <Button
            kind="primary"
            type="submit"
            form={`${title}-form`}
            isBusy={answer.isPending && answer.variables.choice === undefined}
          >
            {texts.send}
          </Button>
        </div>
      </footer>
    </section>
  );
}
