import { buttonClass, PhoneBody } from '@pocketfleet/ui';
import { Link } from 'react-router';
import * as texts from '#language/layout';
import * as notFound from '#language/not-found';
import { paths } from '../paths.ts';
import { useAuth } from '../session/auth-provider.tsx';
import { usePageTitle } from './page-title.ts';
import { PublicFrame } from './public-frame.tsx';

/** The page for every address without one. It is rendered at build too (404.html), so it names no address. */
export function NotFoundPage() {
  usePageTitle(notFound.pageNotFound);
  const isSignedIn = useAuth().state.status === 'signed_in';
  return (
    <PublicFrame isPlain>
      <div className="pf-column grid min-h-[calc(100dvh-88px)] items-center gap-12 pt-28 pb-16 md:grid-cols-[1fr_auto] lg:gap-20">
        <div className="max-w-[35rem]">
          <p className="font-mono text-small text-third">404</p>
          <h1 className="pf-section-title mt-3 text-balance">{notFound.oopsPageNotFound}</h1>
          <p className="mt-5 text-lead text-second">{notFound.thereIsNothing}</p>
          <div className="mt-8 flex flex-col gap-3 sm:flex-row">
            <Link to={paths.home} className={buttonClass('primary', 'large')}>
              {notFound.returnToHome}
            </Link>
            {isSignedIn ? (
              <Link to={paths.devices} className={buttonClass('secondary', 'large')}>
                {texts.openYourDevices}
              </Link>
            ) : null}
          </div>
        </div>
        <div aria-hidden="true" className="max-md:hidden lg:mr-24">
          <PhoneBody family="pixel" scale={0.7}>
            <div className="on-ink flex size-full flex-col items-center justify-center pf-stage text-main">
              <p className="font-mono text-[2.75rem] leading-[3rem] tracking-[-0.04em]">404</p>
              <p className="mt-3 text-second text-small">{notFound.noPictureFromHere}</p>
            </div>
          </PhoneBody>
        </div>
      </div>
    </PublicFrame>
  );
}
