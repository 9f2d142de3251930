import { Tabs } from '@pocketfleet/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { queryKeys } from '../api/query-keys.ts';
import { usePageTitle } from '../app/page-title.ts';
import { useUser } from '../features/accounts/auth-provider.tsx';
import { AccountCard } from '../features/settings/account-card.tsx';
import { ChangePasswordForm } from '../features/settings/change-password-form.tsx';
import { Profile } from '../features/settings/profile.tsx';
import { SessionsCard } from '../features/settings/sessions-card.tsx';

/** Two tabs; the chosen one is in the address, so that reload and back keep it. */
export function SettingsPage() {
  usePageTitle('Account settings');
  const user = useUser();
  const queries = useQueryClient();
  const [query, setQuery] = useSearchParams();
  const tab = query.get('tab') === 'security' ? 'security' : 'profile';
  return (
    <div className="mx-auto max-w-[1600px] px-4 py-6 sm:px-8">
      <h1 className="font-semibold text-title">Account settings</h1>
      <p className="text-second">Your profile, your password, and where you are signed in</p>
      <div className="mt-6 max-w-[960px]">
        <Tabs
          label="Account settings"
          value={tab}
          onChange={(chosen) => setQuery(chosen === 'profile' ? {} : { tab: chosen }, { replace: true })}
          tabs={[
            {
              value: 'profile',
              label: 'Profile',
              content: (
                <div className="grid items-start gap-4 pt-6 lg:grid-cols-[3fr_2fr]">
                  <Profile />
                  <AccountCard user={user} />
                </div>
              ),
            },
            {
              value: 'security',
              label: 'Security',
              content: (
                <div className="grid items-start gap-4 pt-6 lg:grid-cols-[3fr_2fr]">
                  <ChangePasswordForm
                    onChanged={() => queries.invalidateQueries({ queryKey: queryKeys.sessions })}
                  />
                  <SessionsCard />
                </div>
              ),
            },
          ]}
        />
      </div>
    </div>
  );
}
