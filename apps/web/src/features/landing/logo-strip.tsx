import { Pause, Play } from 'lucide-react';
import { useState } from 'react';
import * as texts from '#language/landing';
import logos from '../../media/app-logos.svg';
import { appLogos } from './app-logos.ts';

/** Moves until it is paused. Under reduced motion it stands still, in rows of equal length. */
export function LogoStrip() {
  const [isPaused, setPaused] = useState(false);
  const Icon = isPaused ? Play : Pause;
  return (
    <section aria-label={texts.appsThatRunOnOurPhones} className="relative border-hairline border-y">
      <div className="mx-auto flex max-w-[1264px] items-center px-5 sm:px-8">
        <div className="pf-strip min-w-0 flex-1 overflow-hidden motion-reduce:py-5" data-paused={isPaused}>
          <div className="pf-strip-track flex w-max motion-reduce:w-auto">
            <Row />
            <Row isCopy />
          </div>
        </div>
        <button
          type="button"
          aria-label={isPaused ? texts.moveTheLogos : texts.pauseTheLogos}
          onClick={() => setPaused(!isPaused)}
          className="ml-4 inline-flex size-8 shrink-0 items-center justify-center rounded-small border border-control text-second hover:text-main motion-reduce:hidden"
        >
          <Icon size={13} strokeWidth={2} />
        </button>
      </div>
    </section>
  );
}

function Row({ isCopy }: { isCopy?: boolean }) {
  return (
    <ul
      aria-hidden={isCopy}
      className={`flex h-[90px] shrink-0 items-center ${isCopy ? 'motion-reduce:hidden' : 'motion-reduce:grid motion-reduce:h-auto motion-reduce:w-full motion-reduce:shrink motion-reduce:grid-cols-2 motion-reduce:gap-4 min-[400px]:motion-reduce:grid-cols-3 md:motion-reduce:grid-cols-4 lg:motion-reduce:grid-cols-6'}`}
    >
      {appLogos.map((app) => (
        <li
          key={app.slug}
          className="flex items-center gap-2.5 pr-11 font-medium text-public motion-reduce:pr-0"
        >
          <svg width="18" height="18" fill="currentColor" aria-hidden="true">
            <use href={`${logos}#${app.slug}`} />
          </svg>
          {app.title}
        </li>
      ))}
    </ul>
  );
}
