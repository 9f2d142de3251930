import { buttonClass, PhoneBody } from '@pocketfleet/ui';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { useAuth } from '../session/auth-provider.tsx';
import { usePageTitle } from './page-title.ts';
import { PublicFrame } from './public-frame.tsx';

/** Every address without a page. Rendered at build too (404.html), so it names no address. */
export function NotFoundPage() {
  usePageTitle('Page not found');
  const isSignedIn = useAuth().state.status === 'signed_in';
  return (
    <PublicFrame isPlain>
      <div className="pf-column grid min-h-[calc(100dvh-88px)] items-center gap-12 pt-28 pb-16 md:grid-cols-[1fr_auto] lg:gap-20">
        <div className="max-w-[560px]">
          <p className="font-mono text-small text-third">404</p>
          <h1 className="pf-section-title mt-3 text-balance">Oops! Page not found</h1>
          <p className="mt-5 text-lead text-second">
            There is nothing at this address. It may be mistyped, or the page has moved.
          </p>
          <div className="mt-8 flex flex-col gap-3 sm:flex-row">
            <Link to={paths.home} className={buttonClass('primary', 'large')}>
              Return to Home
            </Link>
            {isSignedIn ? (
              <Link to={paths.devices} className={buttonClass('secondary', 'large')}>
                Open your devices
              </Link>
            ) : null}
          </div>
        </div>
        <div aria-hidden="true" className="max-md:hidden lg:mr-24">
          <PhoneBody family="pixel" scale={0.7}>
            <div className="on-ink flex size-full flex-col items-center justify-center pf-stage text-main">
              <p className="font-mono text-[44px] leading-[48px] tracking-[-0.04em]">404</p>
              <p className="mt-3 text-second text-small">No picture from here</p>
            </div>
          </PhoneBody>
        </div>
      </div>
    </PublicFrame>
  );
}
