import { findRentalPeriod, type RentalPeriod, rentalPeriods, usd } from '@pocketfleet/rules';
import { ChoiceField } from '@pocketfleet/ui';

/** By how much to extend, each length with its price for one phone. */
export function PeriodField(props: {
  label: string;
  value: RentalPeriod | undefined;
  onChange(period: RentalPeriod | undefined): void;
}) {
  return (
    <ChoiceField
      label={props.label}
      value={props.value?.value ?? ''}
      choices={rentalPeriods.map(({ value, label, priceCents }) => ({
        value,
        label,
        aside: usd(priceCents),
      }))}
      onChange={(value) => props.onChange(findRentalPeriod(value))}
    />
  );
}
