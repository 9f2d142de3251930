// The label and effect of the summary's button in each state of the selection and its check (spec section 2). Pure.
import * as texts from '#language/renting';
import { paths, withQuery } from '../../paths.ts';
import type { SummaryAction } from './rent-summary.tsx';
import { type RentalPlan, type SelectionError, selectionErrors } from './selection.ts';
import { orderQuery, requestQuery, shortOrder } from './short-order.ts';
import type { AvailabilityState } from './use-availability.ts';

const goOn = texts.continueToCheckout;

export function summaryAction(facts: {
  error: SelectionError | null;
  plan: RentalPlan | null;
  availability: AvailabilityState;
}): SummaryAction {
  const { error, plan, availability } = facts;
  if (error === 'no_time') {
    return { kind: 'disabled', label: texts.fillInStartTime, reason: texts.aStartTimeIsMissing };
  }
  if (plan === null) {
    return { kind: 'disabled', label: goOn, reason: error === null ? '' : selectionErrors[error] };
  }
  if (availability.status === 'error') {
    return { kind: 'disabled', label: goOn, reason: texts.availabilityCouldNotBeChecked };
  }
  if (availability.status !== 'validated') {
    return {
      kind: 'disabled',
      label: texts.validating,
      reason: texts.checkingWhichPhonesAreFree,
      isBusy: true,
    };
  }
  const { answer } = availability;
  if (answer.available) {
    return link(plan, plan, texts.nothingIsChargedYet);
  }
  const short = shortOrder(plan, answer);
  if (short !== null) {
    return link(short, plan, texts.continuesWithNothingIsChargedYet(short.phoneCount));
  }
  return {
    kind: 'link',
    label: texts.requestFullOrderFromSales,
    path: withQuery(paths.rentRequest, requestQuery(plan, answer)),
    note: plan.models.length > 0 ? texts.noneOfYourModelsIsFree : texts.noPhonesAreFree,
  };
}

function link(ordered: RentalPlan, requested: RentalPlan, note: string): SummaryAction {
  const path = withQuery(paths.rentCheckout, orderQuery(ordered, requested));
  return { kind: 'link', label: goOn, path, note };
}
