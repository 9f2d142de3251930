import type { Availability } from '@pocketfleet/contract';
import { Button, Card, Spinner, StatusDot } from '@pocketfleet/ui';
import clsx from 'clsx';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import * as texts from '#language/renting';
import { availabilitySentence, reasonOf } from '../../api/errors.ts';
import { NeedMorePhones, ShortModels } from './short-stock.tsx';
import type { AvailabilityState } from './use-availability.ts';

type Props = {
  state: AvailabilityState;
  phoneCount: number;
  /** Why nothing is asked yet. */
  idleText: string;
  requestPath: string | null;
  /** Offers the next start at which all are free; null when there is none to offer. */
  nextStart: ReactNode;
};

/** The stock that is free for the selection: a word, the server's sentence, and one cell for each requested phone. */
export function AvailabilityCard({ state, phoneCount, idleText, requestPath, nextStart }: Props) {
  const answer = state.status === 'validated' ? state.answer : null;
  const isShort = answer !== null && !answer.available;
  return (
    <Card
      title={texts.availability}
      aside={<Word state={state} />}
      footer={isShort && requestPath ? <NeedMorePhones requestPath={requestPath} /> : null}
    >
      <div aria-live="polite" aria-busy={state.status === 'validating'} className="min-h-[88px]">
        {state.status === 'idle' ? <p className="text-second">{idleText}</p> : null}
        {state.status === 'validating' ? (
          <p className="flex items-center gap-2 text-second">
            <Spinner />
            {texts.lookingForFreePhones(phoneCount)}
          </p>
        ) : null}
        {state.status === 'error' ? <Failed error={state.error} onRetry={state.retry} /> : null}
        {answer ? <Answered answer={answer} phoneCount={phoneCount} nextStart={nextStart} /> : null}
      </div>
    </Card>
  );
}

function Word({ state }: { state: AvailabilityState }) {
  if (state.status === 'error') return <StatusDot kind="error">{texts.notChecked}</StatusDot>;
  if (state.status !== 'validated') return null;
  if (state.answer.available) return <StatusDot kind="online">{texts.available}</StatusDot>;
  return state.answer.available_phones_count > 0 ? (
    <StatusDot kind="warning">{texts.partlyAvailable}</StatusDot>
  ) : (
    <StatusDot kind="error">{texts.noneAvailable}</StatusDot>
  );
}

function Answered(props: { answer: Availability; phoneCount: number; nextStart: ReactNode }) {
  const free = props.answer.available_phones_count;
  const missing = props.phoneCount - free;
  return (
    <>
      <p>{props.answer.message}</p>
      <Cells free={free} phoneCount={props.phoneCount} />
      <p className="mt-2 flex flex-wrap justify-between gap-x-4 text-second text-small">
        <span>{texts.availableForTheWholePeriod(free, props.phoneCount)}</span>
        {missing > 0 ? <span>{texts.missing(missing)}</span> : null}
      </p>
      <ShortModels answer={props.answer} hasNextStart={props.nextStart !== null} />
      {missing > 0 ? props.nextStart : null}
    </>
  );
}

/** Filled: free. Dashed: missing. The text below says the same. */
function Cells({ free, phoneCount }: { free: number; phoneCount: number }) {
  const cells = Array.from({ length: phoneCount }, (_, index) => index);
  return (
    <div
      aria-hidden="true"
      style={{ gridTemplateColumns: 'repeat(auto-fill, minmax(44px, 1fr))' }}
      className="mt-3 grid gap-1.5"
    >
      {cells.map((index) => (
        <span
          key={index}
          className={clsx(
            'flex h-8 items-center justify-center rounded-small',
            index < free ? 'bg-main text-page' : 'border border-field border-dashed',
          )}
        >
          {index < free ? <Check size={14} strokeWidth={2} className="dark:text-ink" /> : null}
        </span>
      ))}
    </div>
  );
}

function Failed({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const reason = reasonOf(error);
  return (
    <div role="alert">
      <p className="text-error">{availabilitySentence}</p>
      {reason ? <p className="mt-1 text-second">{reason}</p> : null}
      <Button className="mt-3" onClick={onRetry}>
        {texts.checkAgain}
      </Button>
    </div>
  );
}
