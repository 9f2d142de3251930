// In the panel for texts: stored secrets, which are typed into the phone's field without being seen. A default export, because it
// is loaded for those who may type them.
import type { TypedSecret } from '@pocketfleet/contract';
import { Button } from '@pocketfleet/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { EyeOff } from 'lucide-react';
import { Link } from 'react-router';
import * as texts from '#language/secrets';
import { useClient } from '../../api/api-provider.tsx';
import { paths, withQuery } from '../../paths.ts';
import { useUser } from '../../session/auth-provider.tsx';
import { useScreenAction } from './screen/use-screen-action.ts';
import { useSessionPage } from './session-page-context.ts';

export default function TypeSecret() {
  const { device } = useSessionPage();
  const { id: me } = useUser();
  const client = useClient();
  const act = useScreenAction(device.id);
  const found = useQuery({
    queryKey: ['secrets'],
    queryFn: ({ signal }) => client.call('listSecrets', { signal }),
  });
  const typing = useMutation({
    mutationFn: (secret: string) => act({ action: 'type', secret, replace: false }),
  });
  const secrets = found.data?.secrets.filter((each) => isFor(each, { device: device.id, me })) ?? [];
  return (
    <section aria-label={texts.typeOne} className="space-y-3">
      <h2 className="font-semibold text-body">{texts.typeOne}</h2>
      {found.data && secrets.length === 0 ? (
        <p className="text-second text-small">
          {texts.noneForPhone}{' '}
          <Link
            to={withQuery(paths.keys, new URLSearchParams('show=secrets'))}
            className="underline underline-offset-4"
          >
            {texts.storeOne}
          </Link>
        </p>
      ) : (
        <p className="text-second text-small">{found.isError ? texts.notLoaded : texts.typeOneHint}</p>
      )}
      <ul className="space-y-2">
        {secrets.map(({ id, name, apps }) => (
          <li key={id} className="flex items-center gap-3">
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{name}</span>
              <span className="block truncate text-caption text-second">{texts.forApps(apps)}</span>
            </span>
            <Button
              size="small"
              icon={<EyeOff aria-hidden="true" />}
              aria-label={texts.typeNamed(name)}
              isBusy={typing.isPending && typing.variables === name}
              onClick={() => typing.mutate(name)}
            >
              {texts.typeIt}
            </Button>
          </li>
        ))}
      </ul>
      <p role="status" className="min-h-5 text-second text-small">
        {typing.data ?? ''}
      </p>
    </section>
  );
}

/** The server decides; what would surely be refused is not offered. */
function isFor({ phones, principals }: TypedSecret, { device, me }: { device: string; me: string }): boolean {
  const isForPhone = phones === 'all' || phones.includes(device);
  return isForPhone && (principals === 'all' || principals.includes(me));
}
