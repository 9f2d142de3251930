import { type RentalPeriod, rentalPeriods, usd } from '@pocketfleet/rules';
import { Card } from '@pocketfleet/ui';
import { formatCount } from '@pocketfleet/ui/format';
import { Check } from 'lucide-react';
import * as texts from '#language/renting';
import { selectionErrors } from './selection.ts';

/** The list of periods, each with label, count of periods with their type, and price. */
export function PeriodChoice(props: {
  value: RentalPeriod | undefined;
  onChange(period: RentalPeriod): void;
}) {
  return (
    <Card title={texts.rentalPeriod} lead={texts.priceForEachPhone}>
      <fieldset className="grid gap-2 min-[380px]:grid-cols-2 xl:grid-cols-4">
        <legend className="sr-only">{texts.rentalPeriod}</legend>
        {rentalPeriods.map((period) => (
          <label
            key={period.value}
            className="group relative flex cursor-pointer flex-col gap-1 rounded-control border border-control px-3 py-2.5 transition-colors duration-120 hover:bg-hover has-checked:border-main has-checked:ring-1 has-checked:ring-main has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name="period"
              value={period.value}
              checked={props.value?.value === period.value}
              onChange={() => props.onChange(period)}
              className="absolute inset-0 cursor-pointer appearance-none outline-none"
            />
            <span className="flex items-center justify-between gap-2 font-medium">
              {period.label}
              <span
                aria-hidden="true"
                className="inline-flex size-4 items-center justify-center rounded-full border border-field text-transparent group-has-checked:border-main group-has-checked:bg-main group-has-checked:text-page"
              >
                <Check size={12} strokeWidth={2.5} />
              </span>
            </span>
            <span className="flex flex-wrap items-baseline justify-between gap-x-2 text-second text-small">
              <span>{countInWords(period)}</span>
              <span className="font-mono text-main">{usd(period.priceCents)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {props.value === undefined ? (
        <p role="alert" className="mt-3 text-error text-small">
          {selectionErrors.unknown_period}
        </p>
      ) : null}
    </Card>
  );
}

/** "2 weeks": the count of periods and their type. */
function countInWords({ periods, apiPeriodType }: RentalPeriod): string {
  return formatCount(periods, apiPeriodType);
}
