import { Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { appLogos } from './app-logos.ts';
import logos from './media/app-logos.svg';

/** Moves until it is paused; under reduced motion it stands still and wraps. */
export function LogoStrip() {
  const [isPaused, setPaused] = useState(false);
  const Icon = isPaused ? Play : Pause;
  return (
    <section aria-label="Apps that run on our phones" className="relative border-hairline border-y">
      <div className="mx-auto flex max-w-[1264px] items-center px-5 sm:px-8">
        <div className="pf-strip min-w-0 flex-1 overflow-hidden motion-reduce:py-5" data-paused={isPaused}>
          <div className="pf-strip-track flex w-max motion-reduce:w-auto">
            <Row />
            <Row isCopy />
          </div>
        </div>
        <button
          type="button"
          aria-label={isPaused ? 'Move the logos' : 'Pause the logos'}
          onClick={() => setPaused(!isPaused)}
          className="ml-4 inline-flex size-8 shrink-0 items-center justify-center rounded-small border border-control text-second hover:text-main motion-reduce:hidden"
        >
          <Icon size={13} strokeWidth={2} aria-hidden="true" />
        </button>
      </div>
    </section>
  );
}

function Row({ isCopy }: { isCopy?: boolean }) {
  return (
    <ul
      aria-hidden={isCopy}
      className={`flex h-[90px] shrink-0 items-center motion-reduce:h-auto motion-reduce:shrink motion-reduce:flex-wrap motion-reduce:gap-y-4 ${isCopy ? 'motion-reduce:hidden' : ''}`}
    >
      {appLogos.map((app) => (
        <li key={app.slug} className="flex items-center gap-2.5 pr-11 font-medium text-public">
          <svg width="18" height="18" fill="currentColor" aria-hidden="true">
            <use href={`${logos}#${app.slug}`} />
          </svg>
          {app.title}
        </li>
      ))}
    </ul>
  );
}
