import { Card } from '@pocketfleet/ui';
import { Link } from 'react-router';
import * as texts from '#language/renting';
import { paths } from '../../paths.ts';
import type { RentalPlan } from './selection.ts';

/** The terms of an order, shown before it is paid: which phones, cancelling and refunds. */
export function RentalTerms({ plan }: { plan: RentalPlan }) {
  const terms = [
    plan.models.length === 0 ? texts.termsAnyModel : texts.termsChosenModels,
    texts.termsCancel,
    plan.models.length === 0 ? texts.termsFailure : texts.termsFailureOfModel,
    texts.termsHandBack,
  ];
  return (
    <Card title={texts.goodToKnow}>
      <ul className="grid list-disc gap-2 pl-5 text-second">
        {terms.map((term) => (
          <li key={term}>{term}</li>
        ))}
      </ul>
      <p className="mt-4 text-small">
        <Link to={paths.refunds} className="font-medium underline underline-offset-4">
          {texts.allAboutRefunds}
        </Link>
      </p>
    </Card>
  );
}
