import { LazyBoundary, lazyWithRetry, PageHeader, Skeleton, Tabs } from '@pocketfleet/ui';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import * as texts from '#language/settings';
import { teamId, withTeam } from '../team.ts';
import { usePageTitle } from './page-title.ts';

type TabName = 'profile' | 'security';

const ProfileTab = lazyWithRetry(() => import('../features/settings/profile-tab.tsx'));
const PersonalLinks = lazyWithRetry(() => import('./personal-links.tsx'));
const SecurityTab = lazyWithRetry(() => import('../features/settings/security-tab.tsx'));

/** Two tabs; the chosen one is in the address, so that reload and back keep it. */
export function SettingsPage() {
  usePageTitle(texts.accountSettings);
  const [query, setQuery] = useSearchParams();
  const chosen: TabName = query.get('tab') === 'security' ? 'security' : 'profile';
  const [seen, setSeen] = useState<readonly TabName[]>([chosen]);
  if (!seen.includes(chosen)) setSeen([...seen, chosen]);
  const content = (name: TabName, tab: ReactNode) =>
    seen.includes(name) ? (
      <LazyBoundary what={texts.thisTab} className="pt-6" waiting={<TabLoading />}>
        {tab}
      </LazyBoundary>
    ) : null;
  return (
    <div className="mx-auto max-w-[1600px] px-4 py-6 sm:px-8">
      <PageHeader title={texts.accountSettings} lead={texts.yourProfileYourPassword} />
      <div className="mt-6 max-w-[960px]">
        <Tabs<TabName>
          label={texts.accountSettings}
          value={chosen}
          onChange={(name) => setQuery(withTeam(name === 'profile' ? {} : { tab: name }), { replace: true })}
          tabs={[
            { value: 'profile', label: texts.profile, content: content('profile', <ProfileTab />) },
            { value: 'security', label: texts.security, content: content('security', <Security />) },
          ]}
        />
      </div>
    </div>
  );
}

/** The ways in: the password, sessions, and links to the customer's own phones. */
function Security() {
  return (
    <>
      <SecurityTab />
      {teamId === null ? <PersonalLinks /> : null}
    </>
  );
}

function TabLoading() {
  return (
    <div
      role="status"
      aria-label={texts.loading}
      className="grid items-start gap-4 pt-6 lg:grid-cols-[3fr_2fr]"
    >
      <Skeleton className="h-[430px]" />
      <Skeleton className="h-[150px]" />
    </div>
  );
}
