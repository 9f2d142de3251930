import { brand } from '@pocketfleet/rules';
import { Button, buttonClass, Logo, PhoneBody } from '@pocketfleet/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { usePageTitle } from '../app/page-title.ts';
import { paths } from '../app/paths.ts';
import { useAuth } from '../features/accounts/auth-provider.tsx';
import { ScreenArt } from '../features/accounts/screen-art.tsx';
import { HelpDialog } from '../features/layout/help-dialog.tsx';
import { useLogout } from '../features/layout/use-logout.ts';

export function LandingPage() {
  usePageTitle('');
  const { state } = useAuth();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const isSignedIn = state.status === 'signed_in';
  return (
    <div className="on-ink flex min-h-dvh flex-col overflow-hidden bg-page text-main">
      <header className="mx-auto flex w-full max-w-[1264px] items-center justify-between gap-4 px-5 py-5 sm:px-8">
        <Link to={paths.home} aria-label={`${brand.name} home`} className="rounded-small">
          <Logo />
        </Link>
        <nav aria-label="Account" className="flex items-center gap-1 sm:gap-2">
          {isSignedIn ? (
            <SignedInLinks username={state.user.username} />
          ) : (
            <Link to={paths.login} className={buttonClass('quiet')}>
              Sign In
            </Link>
          )}
        </nav>
      </header>
      <main className="mx-auto grid w-full max-w-[1264px] flex-1 items-center gap-12 px-5 pt-10 sm:px-8 lg:grid-cols-[1fr_auto] lg:pt-0">
        <div className="max-w-[620px]">
          <p className="flex items-center gap-2.5 font-mono text-caption text-second">
            <span aria-hidden="true" className="size-2 rounded-full bg-online-bar" />
            Real devices · US-based · 24/7 support
          </p>
          <h1 className="mt-5 text-balance font-semibold text-[44px] leading-[46px] tracking-[-0.05em] sm:text-[64px] sm:leading-[64px] xl:text-[82px] xl:leading-[80px]">
            Real US phones, in your browser.
          </h1>
          <p className="mt-6 max-w-[520px] text-lead text-second">
            Rent physical Android phones for your agency, marketing or testing. Stream them live and control
            them with your mouse and keyboard.
          </p>
          <div className="mt-8 flex flex-col gap-3 sm:flex-row">
            <Link to={isSignedIn ? paths.devices : paths.login} className={buttonClass('primary', 'large')}>
              {isSignedIn ? 'Open your devices' : 'Sign In'}
            </Link>
            <Button size="large" className="bg-transparent" onClick={() => setHelpOpen(true)}>
              Contact the team
            </Button>
          </div>
          <p className="mt-6 font-mono text-caption text-third">
            from <span className="text-main">$20.00</span> a day · $50.00 a week · $130.00 a month
          </p>
        </div>
        <div
          aria-hidden="true"
          className="flex items-end justify-center gap-6 self-end translate-y-24 max-lg:h-[400px] max-lg:translate-y-0 max-lg:items-start"
        >
          <div className="max-sm:hidden lg:max-xl:hidden">
            <PhoneBody family="galaxy" scale={0.74}>
              <ScreenArt name="chat" />
            </PhoneBody>
          </div>
          <PhoneBody family="pixel" scale={0.98}>
            <ScreenArt name="sunset" />
          </PhoneBody>
        </div>
      </main>
      <HelpDialog isOpen={isHelpOpen} onOpenChange={setHelpOpen} />
    </div>
  );
}

function SignedInLinks({ username }: { username: string }) {
  const logout = useLogout();
  return (
    <>
      <span className="max-w-40 truncate px-2 text-second max-sm:hidden">{username}</span>
      <Link to={paths.account} className={buttonClass('quiet')}>
        Devices
      </Link>
      <Button kind="quiet" onClick={logout}>
        Logout
      </Button>
    </>
  );
}
