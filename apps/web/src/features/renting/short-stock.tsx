import { brand } from '@pocketfleet/rules';
import { Button, buttonClass } from '@pocketfleet/ui';
import { formatMoment } from '@pocketfleet/ui/format';
import { Link } from 'react-router';

/** The spec's short-fall block: the team may find what the stock has not. */
export function NeedMorePhones(props: { requestPath: string; loadsPage?: boolean }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div>
        <h2 className="font-semibold">Need More Phones?</h2>
        <p className="text-second text-small">
          Sales team will contact you within {brand.salesAnswerHours} hours
        </p>
      </div>
      <Link
        to={props.requestPath}
        reloadDocument={props.loadsPage ?? false}
        className={buttonClass('secondary')}
      >
        Request Full Order from Sales
      </Link>
    </div>
  );
}

/** When all of them are free next, and a button that takes that start if the calendar reaches it. */
export function NextStart(props: {
  phoneCount: number;
  startMs: number;
  zone: string;
  /** Undefined: that start lies beyond the calendar. */
  onUse: (() => void) | undefined;
}) {
  const who = props.phoneCount === 1 ? '1 is' : `All ${props.phoneCount} are`;
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      <span>
        {who} free from{' '}
        <span className="font-mono text-small">{formatMoment(props.startMs, props.zone)}</span>
      </span>
      {props.onUse ? (
        <Button size="small" onClick={props.onUse}>
          Use this date
        </Button>
      ) : null}
    </p>
  );
}
