import type { TypedSecret } from '@pocketfleet/contract';
import { Button, Dialog, EmptyState } from '@pocketfleet/ui';
import { formatAge } from '@pocketfleet/ui/format';
import { useQuery } from '@tanstack/react-query';
import { Lock, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import * as texts from '#language/secrets';
import { useClient } from '../api/api-provider.tsx';
import { listDevices } from '../api/devices.ts';
import { queryKeys } from '../api/query-keys.ts';
import { DeleteSecret } from '../features/secrets/delete-secret.tsx';
import { SecretForm } from '../features/secrets/secret-form.tsx';
import { secretsKey } from '../features/secrets/secrets-key.ts';
import { useServerNow } from '../live/live-events-provider.tsx';
import { usePageTitle } from './page-title.ts';
import { ProgramList } from './program-list.tsx';

const listTexts = {
  loading: texts.loading,
  notLoaded: texts.notLoaded,
  nothingChanged: texts.nothingChanged,
  notAllowed: texts.notAllowed,
  notAllowedText: texts.notAllowedText,
  retry: texts.retry,
};

/** Texts that programs and people type on phones by name: a tab beside the keys. */
export function SecretsPage() {
  usePageTitle(texts.secrets);
  const client = useClient();
  const nowMs = useServerNow(60_000);
  const [isAdding, setAdding] = useState(false);
  const [deleting, setDeleting] = useState<TypedSecret | null>(null);
  const found = useQuery({
    queryKey: secretsKey,
    queryFn: ({ signal }) => client.call('listSecrets', { signal }),
  });
  const devices = useQuery({
    queryKey: queryKeys.devices,
    queryFn: ({ signal }) => listDevices(client, signal),
  });
  const secrets = found.data?.secrets;
  const add = () => setAdding(true);
  return (
    <div className="mx-auto max-w-[1600px] px-4 py-6 sm:px-8">
      <ProgramList
        tab="secrets"
        texts={listTexts}
        found={found}
        action={
          <Button kind="primary" icon={<Plus />} onClick={add}>
            {texts.addSecret}
          </Button>
        }
      >
        {secrets?.length === 0 ? <NoSecrets onAdd={add} /> : null}
        {secrets && secrets.length > 0 ? (
          <ul className="divide-y divide-hairline rounded-card border border-hairline bg-surface">
            {secrets.map((secret) => (
              <SecretLine
                key={secret.id}
                secret={secret}
                nowMs={nowMs}
                onDelete={() => setDeleting(secret)}
              />
            ))}
          </ul>
        ) : null}
      </ProgramList>
      {isAdding ? (
        <Dialog
          isOpen
          onOpenChange={() => setAdding(false)}
          title={texts.newSecret}
          description={texts.newSecretLead}
        >
          <SecretForm
            devices={devices.data?.devices ?? []}
            canHaveAll={found.data?.can_have_all_phones ?? true}
            onDone={() => setAdding(false)}
          />
        </Dialog>
      ) : null}
      {deleting ? <DeleteSecret secret={deleting} onClose={() => setDeleting(null)} /> : null}
    </div>
  );
}

type LineProps = { secret: TypedSecret; nowMs: number; onDelete(): void };

function SecretLine({ secret, nowMs, onDelete }: LineProps) {
  const { name, apps, is_for_any_field, phones, principals, last_used_at } = secret;
  const facts = [
    is_for_any_field ? texts.allFields : texts.passwordFields,
    phones === 'all' ? texts.allPhones : texts.somePhones(phones.length),
    ...(principals === 'all' ? [] : [texts.somePrincipals(principals.length)]),
    last_used_at === null ? texts.neverUsed : texts.used(formatAge(Date.parse(last_used_at), nowMs)),
  ];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1">
        <h2 className="truncate font-semibold">{name}</h2>
        <p className="break-words font-mono text-second text-small">{apps.join(', ')}</p>
        <p className="text-second text-small">{facts.join(' · ')}</p>
      </div>
      <Button size="small" icon={<Trash2 />} aria-label={texts.removeNamed(name)} onClick={onDelete}>
        {texts.remove}
      </Button>
    </li>
  );
}

function NoSecrets({ onAdd }: { onAdd(): void }) {
  const action = (
    <Button icon={<Plus />} onClick={onAdd}>
      {texts.addSecret}
    </Button>
  );
  return (
    <EmptyState icon={<Lock />} title={texts.noSecrets} action={action}>
      {texts.noSecretsText}
    </EmptyState>
  );
}
