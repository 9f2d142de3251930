import { phoneName, plans, usd } from '@pocketfleet/rules';
import { buttonClass, Logo } from '@pocketfleet/ui';
import clsx from 'clsx';
import { ArrowUpRight, Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import * as texts from '#language/landing';
import { paths } from '../../paths.ts';
import { clips } from './clips.ts';
import { MovingPhone } from './moving-phone.tsx';
import { useSectionJump } from './use-section-jump.ts';

/** The first screen: the headline, the lowest prices, and moving phones. */
export function Hero({ isSignedIn }: { isSignedIn: boolean }) {
  const jump = useSectionJump();
  const [isPaused, setPaused] = useState(false);
  const PauseIcon = isPaused ? Play : Pause;
  return (
    <section
      id="home"
      aria-labelledby="hero-title"
      className="pf-hero relative overflow-hidden max-lg:pb-0 lg:min-h-[812px]"
    >
      {/* Scrolls away with the hero; the bar's own appears then, in the same place. */}
      <div className="absolute inset-x-0 top-0 mx-auto flex h-16 max-w-[1264px] items-center px-5 sm:px-8">
        <Logo />
      </div>
      <div className="mx-auto grid h-full max-w-[1264px] px-5 sm:px-8 grid-cols-[minmax(0,1fr)] lg:grid-cols-[560px_1fr]">
        <div className="relative z-10 pt-24 lg:min-h-[812px] lg:pt-[152px] lg:pb-24">
          <p className="flex items-center gap-2.5 font-mono text-second text-small">
            <span aria-hidden="true" className="size-2 rounded-full bg-online-bar" />
            {texts.realDevicesUsBased24}
          </p>
          <h1
            id="hero-title"
            className="mt-5 text-balance font-semibold text-[2.75rem] leading-[2.875rem] tracking-[-0.05em] sm:text-[4rem] sm:leading-[4rem] lg:text-[5.125rem] lg:leading-[5rem]"
          >
            {texts.realUs}
            <br className="max-lg:hidden" />
            {texts.phonesIn}
            <br className="max-lg:hidden" />
            {texts.yourBrowser}
          </h1>
          <p className="mt-6 max-w-[500px] text-lead text-second">{texts.rentPhysicalAndroidPhones}</p>
          <div className="mt-8 flex flex-col gap-3 sm:flex-row">
            <Link
              to={isSignedIn ? paths.account : paths.register}
              className={buttonClass('primary', 'large')}
            >
              {isSignedIn ? texts.openYourDevices : texts.getStarted}
              <ArrowUpRight />
            </Link>
            <button
              type="button"
              onClick={() => jump('contact-form')}
              className={clsx(buttonClass('secondary', 'large'), 'bg-transparent!')}
            >
              {texts.requestAFreeDemo}
            </button>
          </div>
          <p className="mt-7 flex flex-wrap gap-y-1 font-mono text-second text-small">
            {plans.map((plan, index) => (
              <span key={plan.name} className="whitespace-nowrap">
                {index === 0 ? 'from ' : ''}
                <span className={index === 0 ? 'text-main' : ''}>{usd(plan.priceCents.monthly)}</span> a{' '}
                {plan.unit}
                {index < plans.length - 1 ? (
                  // No dot before the last part on small screens, where that part is on a line of its own.
                  <span className={clsx('whitespace-pre', index > 0 && 'max-sm:hidden')}> · </span>
                ) : null}
              </span>
            ))}
          </p>
        </div>
        <div className="relative max-lg:mt-14 max-lg:h-[470px]">
          <div className="absolute top-0 left-1/2 flex -translate-x-1/2 items-start gap-6 max-lg:[zoom:0.86] lg:top-[168px] lg:left-0 lg:translate-x-0 lg:gap-7">
            <Labelled tag="PF-003" words={phoneName('SM-S911B')} className="mt-[104px] lg:mt-[120px]">
              <MovingPhone family="galaxy" scale={0.74} clip={clips.typing} isPaused={isPaused} />
            </Labelled>
            <Labelled tag="PF-001" words={texts.pixel8} className="">
              <MovingPhone family="pixel" scale={0.94} clip={clips.feed} isPaused={isPaused} />
            </Labelled>
            <Labelled tag="PF-002" words="" className="mt-[176px]">
              <MovingPhone family="pixel" scale={0.74} clip={clips.home} isPaused={isPaused} />
            </Labelled>
          </div>
        </div>
      </div>
      <div
        aria-hidden="true"
        className="pointer-events-none absolute inset-x-0 bottom-0 h-24 bg-linear-to-t from-ink to-transparent"
      />
      <button
        type="button"
        onClick={() => setPaused(!isPaused)}
        style={inTheColumn}
        className="absolute bottom-4 z-10 inline-flex h-8 items-center gap-2 rounded-small border border-control bg-page px-2.5 font-medium text-caption text-second hover:text-main motion-reduce:hidden"
      >
        <PauseIcon size={12} strokeWidth={2} aria-hidden="true" />
        {isPaused ? texts.playPhones : texts.pausePhones}
      </button>
    </section>
  );
}

/** At the left edge of the page's column. */
const inTheColumn = { left: 'max(min(5vw, 2rem), calc(50% - 600px))' };

function Labelled(props: { tag: string; words: string; className: string; children: React.ReactNode }) {
  return (
    <div className={props.className}>
      <p
        aria-hidden="true"
        className="mb-3 flex items-center gap-2 whitespace-nowrap font-mono text-caption text-second"
      >
        <span className="size-1.5 rounded-full bg-online-bar" />
        <span className="text-main">{props.tag}</span> {props.words}
      </p>
      {props.children}
    </div>
  );
}
