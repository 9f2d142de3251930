import type { Availability } from '@pocketfleet/contract';
import { brand } from '@pocketfleet/rules';
import { Button, buttonClass } from '@pocketfleet/ui';
import { browserZone, formatMoment } from '@pocketfleet/ui/format';
import { Link } from 'react-router';
import * as texts from '#language/renting';

/** The spec's short-fall block: the team may find what the stock has not. */
export function NeedMorePhones(props: { requestPath: string; loadsPage?: boolean }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div>
        <h2 className="font-semibold">{texts.needMorePhones}</h2>
        <p className="text-second text-small">{texts.salesTeamWillContact(brand.salesAnswerHours)}</p>
      </div>
      <Link
        to={props.requestPath}
        reloadDocument={props.loadsPage ?? false}
        className={buttonClass('secondary')}
      >
        {texts.requestFullOrderFromSales}
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
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      <span>
        {texts.phonesFreeFrom(props.phoneCount)}
        <span className="font-mono text-small">{formatMoment(props.startMs, props.zone)}</span>
      </span>
      {props.onUse ? (
        <Button size="small" onClick={props.onUse}>
          {texts.useThisDate}
        </Button>
      ) : null}
    </p>
  );
}

/** For each chosen model of which too few are free: when there will be enough. The next start says it for a single one. */
export function ShortModels({ answer, hasNextStart }: { answer: Availability; hasNextStart: boolean }) {
  const short = answer.models?.filter(({ chosen, free }) => chosen > free) ?? [];
  if (short.length === 0 || (short.length === 1 && hasNextStart)) return null;
  return (
    <ul className="mt-3 grid gap-1">
      {short.map(({ model, chosen, next_available_start: next }) => (
        <li key={model} className="text-second text-small">
          {next === null
            ? texts.neverEnough(chosen, model)
            : texts.enoughFrom(chosen, model, formatMoment(Date.parse(next), browserZone()))}
        </li>
      ))}
    </ul>
  );
}
