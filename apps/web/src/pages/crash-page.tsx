import { brand } from '@pocketfleet/rules';
import { Button, buttonClass, Logo, PhoneBody } from '@pocketfleet/ui';
import { Minus, Plus } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useRouteError } from 'react-router';
import * as texts from '#language/layout';
import { paths } from '../paths.ts';

/**
 * Shown when a page has thrown an error, or when one of its files could not be loaded. Its links load whole documents, because
 * the program that is running has just failed. Without a line it reloads by itself when the line is back.
 */
export function CrashPage() {
  const error = useRouteError();
  const isOnline = useIsOnline();
  const wasOffline = useRef(!isOnline);
  useEffect(() => {
    if (!isOnline) wasOffline.current = true;
    else if (wasOffline.current) location.reload();
  }, [isOnline]);
  const [report] = useState(() => reportOf(error));
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="p-5 sm:px-12 sm:py-8">
        <a href={paths.home} aria-label={texts.brandHome()} className="inline-flex rounded-small">
          <Logo />
        </a>
      </header>
      <main className="pf-column grid w-full flex-1 items-center gap-12 pb-16 md:grid-cols-[1fr_auto] lg:gap-20">
        <div className="max-w-[35rem]" role="alert">
          <h1 className="pf-section-title text-balance">{texts.thisPageCouldNotBeShown}</h1>
          <p className="mt-5 text-lead text-second">
            {isOnline ? texts.somethingWentWrong : texts.crashedOffline}
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <Button kind="primary" onClick={() => location.reload()}>
              {texts.reloadThePage}
            </Button>
            <a href={paths.devices} className={buttonClass()}>
              {texts.openYourDevices}
            </a>
            <a
              href={`mailto:${brand.salesEmail}?subject=${encodeURIComponent(texts.thisPageCouldNotBeShown)}&body=${encodeURIComponent(report)}`}
              className={buttonClass('quiet')}
            >
              {texts.tellUs}
            </a>
          </div>
          <details className="group mt-8 text-small text-third">
            <summary className="inline-flex list-none items-center gap-2 rounded-small py-1 [&::-webkit-details-marker]:hidden">
              {texts.whatHappened}
              <Plus size={14} className="shrink-0 text-second group-open:hidden" />
              <Minus size={14} className="hidden shrink-0 text-second group-open:block" />
            </summary>
            <pre className="mt-2 overflow-x-auto whitespace-pre-wrap break-words font-mono text-caption">
              {report}
            </pre>
          </details>
        </div>
        <div aria-hidden="true" className="max-md:hidden lg:mr-24">
          <PhoneBody family="pixel" scale={0.7}>
            <div className="on-ink pf-stage size-full" />
          </PhoneBody>
        </div>
      </main>
    </div>
  );
}

/** For a message to us: the error, the page and the time. */
function reportOf(error: unknown): string {
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return [what, location.pathname, new Date().toISOString()].join('\n');
}

function useIsOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}

function subscribe(onChange: () => void): () => void {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}
