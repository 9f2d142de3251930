import { usd } from '@pocketfleet/rules';
import { Banner, Button, cardClass } from '@pocketfleet/ui';
import { Lock, TriangleAlert } from 'lucide-react';
import type { FormEvent, ReactNode } from 'react';
import * as texts from '#language/payment';
import type { CardAttempt, Decline } from './card-result.ts';

/** The props of both card forms, which differ only in where they send the card's data. */
export type CardFormProps = {
  clientSecret: string;
  /** Integer cents, as the server computed them. */
  amount: number;
  email: string;
  isPaying: boolean;
  /** Why the last attempt was not sent. */
  problem: string | null;
  /** Why the card of the last attempt was refused: a new object for each attempt. */
  declined: Decline | null;
  onPay(attempt: CardAttempt): void;
};

/** Title, note and button around the fields of a card. */
export function CardFormFrame(props: {
  amount: number;
  isTestMode: boolean;
  isPaying: boolean;
  /** A problem that belongs to no single field. */
  problem: string | null;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby="card" className={cardClass}>
      <div className="flex items-center justify-between gap-4 border-hairline border-b px-5 py-4 sm:px-6">
        <h2 id="card" className="font-semibold text-card">
          {texts.card}
        </h2>
        {props.isTestMode ? (
          <span className="inline-flex items-center gap-1.5 rounded-small bg-warning-tint px-2.5 py-1 font-medium text-small text-warning">
            <TriangleAlert size={14} />
            {texts.testMode}
          </span>
        ) : null}
      </div>
      <form noValidate aria-labelledby="card" onSubmit={props.onSubmit} className="grid gap-5 p-5 sm:p-6">
        {props.isTestMode ? (
          <p className="rounded-control bg-sunken px-4 py-3 text-second text-small">
            {texts.noRealMoneyMovesOnly}
            <span className="whitespace-nowrap font-mono text-main">4242 4242 4242 4242</span>.
          </p>
        ) : null}
        {props.problem ? <Banner kind="error">{props.problem}</Banner> : null}
        {props.children}
        <Button type="submit" kind="primary" size="large" isBusy={props.isPaying} icon={<Lock />}>
          {props.isPaying ? texts.paying : texts.pay} {usd(props.amount)}
        </Button>
      </form>
      <p className="flex items-start gap-2.5 border-hairline border-t px-5 py-4 text-second text-small sm:px-6">
        <Lock size={16} className="mt-0.5 shrink-0" />
        {texts.secureYourCardDetailsGo}
      </p>
    </section>
  );
}
