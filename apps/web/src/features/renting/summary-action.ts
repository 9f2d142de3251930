// What the summary's button says and does in each state of the selection and its check (spec section 2). Pure.
import * as texts from '#language/renting';
import { paths, withQuery } from '../../paths.ts';
import type { SummaryAction } from './rent-summary.tsx';
import { type RentalPlan, type SelectionTrouble, troubleSentences } from './selection.ts';
import { orderQuery, requestQuery, shortOrder } from './short-order.ts';
import type { AvailabilityState } from './use-availability.ts';

const goOn = texts.continueToCheckout;

export function summaryAction(facts: {
  trouble: SelectionTrouble | null;
  plan: RentalPlan | null;
  availability: AvailabilityState;
}): SummaryAction {
  const { trouble, plan, availability } = facts;
  if (trouble === 'no_time') {
    return { kind: 'disabled', label: texts.fillInStartTime, reason: texts.aStartTimeIsMissing };
  }
  if (plan === null) {
    return { kind: 'disabled', label: goOn, reason: trouble === null ? '' : troubleSentences[trouble] };
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
    const phones =
      short.phoneCount === 1 ? 'the 1 available phone' : `the ${short.phoneCount} available phones`;
    return link(short, plan, texts.continuesWithNothingIsChargedYet(phones));
  }
  return {
    kind: 'link',
    label: texts.requestFullOrderFromSales,
    path: withQuery(paths.rentRequest, requestQuery(plan, answer)),
    note: plan.models.length > 0 ? texts.noneOfYourModelsIsFree : texts.noPhonesAreFree,
  };
}

function link(ordered: RentalPlan, wished: RentalPlan, note: string): SummaryAction {
  const path = withQuery(paths.rentCheckout, orderQuery(ordered, wished));
  return { kind: 'link', label: goOn, path, note };
}
