import { type RentalPeriodValue, usd } from '@pocketfleet/rules';
import { LazyBoundary, lazyWithRetry } from '@pocketfleet/ui';
import { useState } from 'react';
import * as texts from '#language/landing';
import { ContactSection } from '../features/contact/contact-section.tsx';
import { Faq } from '../features/landing/faq.tsx';
import { Hero } from '../features/landing/hero.tsx';
import { Impact } from '../features/landing/impact.tsx';
import { LogoStrip } from '../features/landing/logo-strip.tsx';
import { Possibilities } from '../features/landing/possibilities.tsx';
import { Pricing } from '../features/landing/pricing.tsx';
import { scrollToSection } from '../features/landing/sections.ts';
import { useRequestedSection } from '../features/landing/use-section-jump.ts';
import logos from '../media/app-logos.svg';
import { paths } from '../paths.ts';
import { useAuth } from '../session/auth-provider.tsx';
import { usePageTitle } from './page-title.ts';
import { PublicFrame } from './public-frame.tsx';

const AssignmentDialog = lazyWithRetry(() => import('../features/contact/assignment-dialog.tsx'));

type Chosen = { isOpen: boolean; period: RentalPeriodValue | undefined };

export function LandingPage() {
  usePageTitle('');
  useRequestedSection();
  const { state } = useAuth();
  const isSignedIn = state.status === 'signed_in';
  const [chosen, setChosen] = useState<Chosen | null>(null);
  /** The first text of the contact form. */
  const [message, setMessage] = useState('');
  return (
    <PublicFrame>
      <div className="on-ink bg-page text-main">
        <Hero isSignedIn={isSignedIn} />
        <LogoStrip />
      </div>
      <Impact />
      <Possibilities />
      <Pricing
        isSignedIn={isSignedIn}
        onAskPrice={(plan, cycle) => {
          const months = cycle === 'yearly' ? 12 : 6;
          setMessage(texts.priceRequest(plan.name, months, usd(plan.priceCents[cycle])));
          scrollToSection('contact-form');
        }}
        onAskTeam={() => scrollToSection('contact-form')}
        onChoose={(plan, cycle) => {
          // Billing for half a year or a year is arranged with the team.
          const isRentedHere = plan.unit !== 'month' || cycle === 'monthly';
          setChosen({ isOpen: true, period: isRentedHere ? plan.rentalPeriod : undefined });
        }}
      />
      <Faq />
      <ContactSection logos={logos} message={message} />
      {chosen ? (
        <LazyBoundary
          what={texts.thisDialog}
          over={{ isOpen: chosen.isOpen, onClose: () => setChosen({ ...chosen, isOpen: false }) }}
        >
          <AssignmentDialog
            isOpen={chosen.isOpen}
            onOpenChange={(isOpen) => setChosen({ ...chosen, isOpen })}
            rentPath={chosen.period ? paths.rentFor(chosen.period) : undefined}
          />
        </LazyBoundary>
      ) : null}
    </PublicFrame>
  );
}
