import { LazyBoundary, lazyWithRetry, SkipLink } from '@pocketfleet/ui';
import { type ReactNode, useState } from 'react';
import * as texts from '#language/layout';
import type { NavAccount } from '../features/landing/landing-drawer.tsx';
import { SiteFooter } from '../features/landing/site-footer.tsx';
import { SiteNav } from '../features/landing/site-nav.tsx';
import { useLogout } from '../features/layout/use-logout.ts';
import { useAuth } from '../session/auth-provider.tsx';

const Contacts = lazyWithRetry(() => import('../features/layout/contact-info-dialog.tsx'));

/** Navigation and footer around a public page. */
export function PublicFrame({ isPlain, children }: { isPlain?: boolean; children: ReactNode }) {
  const account = useNavAccount();
  const [contacts, setContacts] = useState<'never' | 'open' | 'closed'>('never');
  return (
    <>
      <SkipLink />
      <SiteNav account={account} isPlain={isPlain ?? false} />
      <main id="content" tabIndex={-1} className="outline-none">
        {children}
      </main>
      <SiteFooter onContacts={() => setContacts('open')} />
      {contacts === 'never' ? null : (
        <LazyBoundary
          what={texts.theContactInformation}
          over={{ isOpen: contacts === 'open', onClose: () => setContacts('closed') }}
        >
          <Contacts
            isOpen={contacts === 'open'}
            onOpenChange={(isOpen) => setContacts(isOpen ? 'open' : 'closed')}
          />
        </LazyBoundary>
      )}
    </>
  );
}

function useNavAccount(): NavAccount {
  const { state } = useAuth();
  const onLogout = useLogout();
  return state.status === 'signed_in' ? { username: state.user.username, onLogout } : null;
}
