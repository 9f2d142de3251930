import { Button, Card, EmptyState, Skeleton } from '@pocketfleet/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import * as texts from '#language/settings';
import { useClient } from '../../api/api-provider.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { ProfileForm } from './profile-form.tsx';

/** The form once the profile is there; it may hold a new address that waits for its link. */
export function Profile() {
  const client = useClient();
  const queries = useQueryClient();
  const profile = useQuery({
    queryKey: queryKeys.profile,
    queryFn: ({ signal }) => client.call('getProfile', { signal }),
  });
  if (profile.data) {
    return (
      <ProfileForm
        profile={profile.data}
        onSaved={(saved) => queries.setQueryData(queryKeys.profile, saved)}
      />
    );
  }
  return (
    <Card title={texts.personalInformation}>
      {profile.isError ? (
        <EmptyState
          isAlert
          icon={<CircleAlert />}
          title={texts.yourProfileCouldNotBeLoaded}
          action={<Button onClick={() => profile.refetch()}>{texts.retry}</Button>}
        >
          {texts.nothingWasChanged}
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-5" role="status" aria-label={texts.loadingYourProfile}>
          {['first', 'second', 'third', 'fourth'].map((row) => (
            <Skeleton key={row} className="h-[68px]" />
          ))}
        </div>
      )}
    </Card>
  );
}
