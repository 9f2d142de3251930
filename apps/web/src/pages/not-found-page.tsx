import { brand } from '@pocketfleet/rules';
import { buttonClass, Logo } from '@pocketfleet/ui';
import { Link, useLocation } from 'react-router';
import { usePageTitle } from '../app/page-title.ts';
import { paths } from '../app/paths.ts';

export function NotFoundPage() {
  usePageTitle('Page not found');
  const { pathname } = useLocation();
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="p-5 sm:px-12 sm:py-8">
        <Link to={paths.home} aria-label={`${brand.name} home`} className="inline-flex rounded-small">
          <Logo />
        </Link>
      </header>
      <main className="flex flex-1 flex-col items-center justify-center px-5 pb-32 text-center">
        <p className="font-mono text-small text-third">404</p>
        <h1 className="mt-3 text-balance font-semibold text-section">Oops! Page not found</h1>
        <p className="mt-3 max-w-full text-public text-second">
          There is nothing at <span className="break-all font-mono text-main text-small">{pathname}</span>.
        </p>
        <Link to={paths.home} className={`${buttonClass('primary', 'large')} mt-8`}>
          Return to Home
        </Link>
      </main>
    </div>
  );
}
