import { brand } from '@pocketfleet/rules';
import { buttonClass, Card, Skeleton } from '@pocketfleet/ui';
import { formatMoment } from '@pocketfleet/ui/format';
import { CircleCheck } from 'lucide-react';
import { Link } from 'react-router';
import * as texts from '#language/renting';
import { useServerNow } from '../../live/live-events-provider.tsx';
import { paths } from '../../paths.ts';

const steps = [
  texts.youGetAConfirmationEmail,
  texts.ourSalesTeamContacts(brand.salesAnswerHours),
  texts.togetherYouSettleTheDetails,
  texts.paymentAndDeliveryAreArranged,
];

/** After the request: its number, until when the team answers, and what happens next. */
export function RequestSent(props: { order: { number: string; created_at: string } | null; zone: string }) {
  return (
    <Card padding="large" role="status">
      <CircleCheck size={32} strokeWidth={1.5} className="text-online" />
      <h2 className="mt-4 font-semibold text-title">{texts.requestSubmittedSuccessfully}</h2>
      <p className="mt-1 text-second">
        {texts.yourRequestNumberIs}
        {props.order ? (
          <span className="font-medium font-mono text-main">{props.order.number}</span>
        ) : (
          <Skeleton className="inline-block! h-4 w-24 align-middle" />
        )}
      </p>
      {props.order ? <AnswerClock sentAt={Date.parse(props.order.created_at)} zone={props.zone} /> : null}
      <h3 className="mt-6 font-semibold">{texts.nextSteps}</h3>
      <ol className="mt-2 grid gap-2.5">
        {steps.map((step, index) => (
          <li key={step} className="flex gap-3">
            <span
              aria-hidden="true"
              className="inline-flex size-5 shrink-0 items-center justify-center rounded-full border border-control font-mono text-caption"
            >
              {index + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
      <div className="mt-8 flex flex-wrap gap-3">
        <Link to={paths.home} className={buttonClass('primary', 'large')}>
          {texts.backToDashboard}
        </Link>
        <Link to={paths.rentNow} className={buttonClass('secondary', 'large')}>
          {texts.submitAnotherRequest}
        </Link>
      </div>
    </Card>
  );
}

/** The promise as an instant, and how much of it is left. */
function AnswerClock({ sentAt, zone }: { sentAt: number; zone: string }) {
  const until = sentAt + brand.salesAnswerHours * 3_600_000;
  const leftMinutes = Math.max(0, Math.ceil((until - useServerNow(15_000)) / 60_000));
  const left = `${Math.floor(leftMinutes / 60)} h ${String(leftMinutes % 60).padStart(2, '0')} min`;
  return (
    <p className="mt-4 rounded-control bg-sunken px-4 py-3">
      {texts.weContactYouBy}
      <span className="font-mono text-small">{formatMoment(until, zone)}</span>
      {leftMinutes > 0 ? <span className="text-second">{texts.inAtTheLatest(left)}</span> : null}
    </p>
  );
}
