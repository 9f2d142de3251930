import { type BillingCycle, billingCycles, type Plan, plans, savingsCents, usd } from '@pocketfleet/rules';
import { buttonClass } from '@pocketfleet/ui';
import clsx from 'clsx';
import { Check } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import * as texts from '#language/landing';
import { paths } from '../../paths.ts';
import { throwConfetti } from './confetti.ts';

type Props = {
  isSignedIn: boolean;
  /** A signed-in customer has chosen a plan. */
  onChoose(plan: Plan, cycle: BillingCycle): void;
  onAskTeam(): void;
  /** Asks our team for a price that is arranged with it. */
  onAskPrice(plan: Plan, cycle: BillingCycle): void;
};

export function Pricing({ isSignedIn, onChoose, onAskTeam, onAskPrice }: Props) {
  const [cycle, setCycle] = useState<BillingCycle>('monthly');
  const toggle = useRef<HTMLFieldSetElement>(null);
  const choose = (next: BillingCycle) => {
    setCycle(next);
    if (next !== 'monthly' && toggle.current) void throwConfetti(toggle.current).catch(() => undefined);
  };
  return (
    <section id="pricing" aria-labelledby="pricing-title" className="pf-public-section">
      <div className="pf-column">
        <div className="flex flex-col justify-between gap-6 lg:flex-row lg:items-end">
          <div>
            <h2 id="pricing-title" className="pf-section-title">
              {texts.pricing}
            </h2>
            <p className="mt-4 text-card text-second">{texts.perPhoneInUsDollars}</p>
          </div>
          <CycleToggle ref={toggle} value={cycle} onChange={choose} />
        </div>
        <ul className="mt-10 grid overflow-hidden rounded-card border border-hairline bg-surface lg:grid-cols-3">
          {plans.map((plan) => (
            <PlanCard
              key={plan.name}
              plan={plan}
              cycle={cycle}
              isSignedIn={isSignedIn}
              onChoose={() => onChoose(plan, cycle)}
              onAskPrice={() => onAskPrice(plan, cycle)}
            />
          ))}
        </ul>
        <p className="mt-6 text-public text-second">
          {texts.rentingManyPhonesVolumeDiscounts}
          <button
            type="button"
            onClick={onAskTeam}
            className="rounded-key font-medium text-main underline underline-offset-4"
          >
            {texts.askTheTeam}
          </button>
        </p>
      </div>
    </section>
  );
}

function CycleToggle({
  ref,
  value,
  onChange,
}: {
  ref: React.Ref<HTMLFieldSetElement>;
  value: BillingCycle;
  onChange(cycle: BillingCycle): void;
}) {
  return (
    <fieldset
      ref={ref}
      className="flex self-start rounded-control border border-control bg-sunken p-1 max-sm:w-full"
    >
      <legend className="sr-only">{texts.billing}</legend>
      {billingCycles.map((cycle) => (
        <label
          key={cycle.value}
          className="relative flex min-h-10 cursor-pointer items-center justify-center gap-x-2 rounded-small border border-transparent px-3.5 py-1 font-medium text-second transition-colors duration-120 hover:text-main has-checked:border-control has-checked:bg-segment has-checked:text-main has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2 max-sm:flex-1 max-sm:flex-col max-sm:px-1"
        >
          <input
            type="radio"
            name="billing"
            value={cycle.value}
            checked={value === cycle.value}
            onChange={() => onChange(cycle.value)}
            className="absolute inset-0 cursor-pointer appearance-none outline-none"
          />
          {cycle.label}
          {cycle.badge ? (
            <span className="rounded-key bg-lime px-1.5 py-0.5 font-semibold text-[0.6875rem] text-ink leading-4">
              {cycle.badge}
            </span>
          ) : null}
        </label>
      ))}
    </fieldset>
  );
}

type CardProps = {
  plan: Plan;
  cycle: BillingCycle;
  isSignedIn: boolean;
  onChoose(): void;
  onAskPrice(): void;
};

function PlanCard({ plan, cycle, isSignedIn, onChoose, onAskPrice }: CardProps) {
  const action = clsx(buttonClass(plan.isPopular ? 'primary' : 'secondary', 'large'), 'mt-8 w-full');
  return (
    <li
      className={clsx(
        'flex flex-col border-hairline p-7 max-lg:border-t max-lg:first:border-t-0 lg:border-l lg:p-8 lg:first:border-l-0',
        plan.isPopular &&
          'on-ink bg-page text-main outline-1 outline-transparent -outline-offset-1 lg:rounded-r-card [[data-theme=dark]_&]:outline-lime',
      )}
    >
      <div className="flex min-h-7 items-center justify-between gap-3">
        <h3 className="font-semibold text-lead">{plan.name}</h3>
        {plan.isPopular ? (
          <span className="rounded-key bg-lime px-2 py-0.5 font-semibold text-caption text-ink">
            {texts.popular}
          </span>
        ) : null}
      </div>
      <p className="mt-1.5 text-public text-second">{plan.description}</p>
      <p className="mt-6 flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold text-[3.5rem] leading-[3.75rem] tracking-[-0.04em] tabular-nums">
          {usd(plan.priceCents[cycle])}
        </span>
        <span className="text-public text-second">{texts.per(plan.unit)}</span>
      </p>
      {/* Two lines high on wide screens, so that the cards stay aligned when the billing cycle changes. */}
      <p aria-live="polite" className="mt-2 text-public text-second lg:min-h-13">
        <Saving plan={plan} cycle={cycle} />
      </p>
      <ul className="mt-5 grid flex-1 content-start gap-3 border-hairline border-t pt-6 text-public">
        {plan.features.map((feature) => (
          <li key={feature} className="flex gap-3">
            <Check size={16} className="mt-[3px] shrink-0" />
            {feature}
          </li>
        ))}
      </ul>
      {isSignedIn ? (
        <button
          type="button"
          onClick={onChoose}
          aria-label={texts.getStartedName(plan.name)}
          className={action}
        >
          {texts.getStarted}
        </button>
      ) : (
        <Link to={paths.register} aria-label={texts.getStartedName(plan.name)} className={action}>
          {texts.getStarted}
        </Link>
      )}
      {savingsCents(plan, cycle) > 0 ? (
        <button
          type="button"
          onClick={onAskPrice}
          className="mt-3 min-h-6 rounded-key text-center font-medium text-public underline underline-offset-4"
        >
          {texts.askForThisPrice}
        </button>
      ) : null}
    </li>
  );
}

/** The saving of this billing cycle over paying by the month, or the savings of the other cycles. */
function Saving({ plan, cycle }: { plan: Plan; cycle: BillingCycle }) {
  const saved = savingsCents(plan, cycle);
  const { savings } = billingCycles.find(({ value }) => value === cycle) ?? {};
  const { monthly, sixMonths, yearly } = plan.priceCents;
  if (saved > 0) {
    return (
      <>
        <span className="mr-2 rounded-key bg-lime px-1.5 py-0.5 font-semibold text-caption text-ink">
          {savings}
        </span>
        {texts.youSave}
        {usd(saved)}
        {texts.aMonth}
        <span className="mt-1 block">
          {texts.forLabel}
          {cycle === 'yearly' ? 12 : 6}
          {texts.monthsAtOnceArranged}
        </span>
      </>
    );
  }
  if (monthly === yearly) return texts.theSamePriceInEvery;
  return texts.arrangedWithOurTeam(usd(sixMonths), usd(yearly));
}
