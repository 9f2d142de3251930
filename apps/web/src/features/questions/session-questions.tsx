// Beside the picture of a phone: what programs ask about it. A default export, because it is loaded with the first question.
import type { Question } from '@pocketfleet/contract';
import { Button } from '@pocketfleet/ui';
import { Hand } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import * as texts from '#language/questions';
import { paths } from '../../paths.ts';
import { QuestionCard } from './question-card.tsx';

type Props = {
  /** Of this phone. */
  questions: readonly Question[];
  isControlling: boolean;
  /** Undefined while the phone is out of reach: a click would take nothing. */
  onTakeControl: (() => void) | undefined;
};

export default function SessionQuestions({ questions, isControlling, onTakeControl }: Props) {
  const [answered, setAnswered] = useState('');
  const gone = useClosed(questions);
  const toPhone =
    isControlling || onTakeControl === undefined ? null : (
      <Button icon={<Hand />} onClick={onTakeControl}>
        {texts.takeControl}
      </Button>
    );
  return (
    <div className="flex w-full flex-col gap-3">
      {gone === null ? null : (
        <p role="status" className="rounded-card border border-hairline bg-surface p-4 text-main text-small">
          {gone.id === answered ? texts.hasYourAnswer(gone.asker.name) : texts.closed(gone.asker.name)}{' '}
          <Link to={paths.questions} className="underline underline-offset-4">
            {texts.seeAll}
          </Link>
        </p>
      )}
      {questions.map((question) => (
        <QuestionCard
          key={question.id}
          question={question}
          toPhone={toPhone}
          onAnswered={() => setAnswered(question.id)}
        />
      ))}
    </div>
  );
}

/** The question that was here last and is no longer open, until another one comes. */
function useClosed(questions: readonly Question[]): Question | null {
  const [last, setLast] = useState<Question | null>(null);
  const newest = questions[0];
  if (newest !== undefined && newest.id !== last?.id) setLast(newest);
  return newest === undefined ? last : null;
}
