import type { SecondFactor } from '@pocketfleet/contract';
import { Button, Card, EmptyState, LazyBoundary, lazyWithRetry, Skeleton } from '@pocketfleet/ui';
import { formatShortMoment } from '@pocketfleet/ui/format';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, KeyRound, Plus, Smartphone } from 'lucide-react';
import { useState } from 'react';
import * as texts from '#language/second-factor';
import { useClient } from '../../api/api-provider.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { canUsePasskeys } from '../../browser-passkeys.ts';
import { useAuth } from '../../session/auth-provider.tsx';

const AddFactorDialog = lazyWithRetry(() => import('./add-factor-dialog.tsx'));
const RemoveFactorDialog = lazyWithRetry(() => import('./remove-factor-dialog.tsx'));
const RenameFactorDialog = lazyWithRetry(() => import('./rename-factor-dialog.tsx'));
const NewCodesDialog = lazyWithRetry(() => import('./new-codes-dialog.tsx'));

type Opened =
  | { dialog: 'add'; kind: SecondFactor['kind'] }
  | { dialog: 'remove' | 'rename'; factor: SecondFactor }
  | { dialog: 'codes' };

/** The account's passkeys, authenticators and recovery codes. */
export function SecondFactorsCard() {
  const client = useClient();
  const queries = useQueryClient();
  const { refresh } = useAuth();
  const [opened, setOpened] = useState<Opened | null>(null);
  const list = useQuery({
    queryKey: queryKeys.secondFactors,
    queryFn: ({ signal }) => client.call('listSecondFactors', { signal }),
  });
  const close = () => setOpened(null);
  // Teams that require a factor open or close with it, and the first one ends other sessions.
  const changed = () => {
    void queries.invalidateQueries({ queryKey: queryKeys.secondFactors });
    void queries.invalidateQueries({ queryKey: queryKeys.sessions });
    void refresh();
  };
  const factors = list.data?.factors ?? [];
  const left = list.data?.recovery_codes_left ?? 0;
  const own = { kinds: factors.map(({ kind }) => kind), recoveryCodes: left };
  return (
    <Card title={texts.title} lead={texts.lead} className="lg:col-span-2">
      {list.isPending ? (
        <div role="status" aria-label={texts.loading}>
          <Skeleton className="h-14" />
        </div>
      ) : null}
      {list.isError ? (
        <EmptyState
          isAlert
          icon={<CircleAlert />}
          title={texts.couldNotBeLoaded}
          action={<Button onClick={() => list.refetch()}>{texts.tryAgain}</Button>}
        />
      ) : null}
      {list.data && factors.length === 0 ? <p className="text-second">{texts.none}</p> : null}
      {factors.length > 0 ? (
        <ul className="divide-y divide-hairline">
          {factors.map((factor) => (
            <Row
              key={factor.id}
              factor={factor}
              onRename={() => setOpened({ dialog: 'rename', factor })}
              onRemove={() => setOpened({ dialog: 'remove', factor })}
            />
          ))}
        </ul>
      ) : null}
      {list.data ? (
        <div className="mt-5 flex flex-wrap gap-3">
          {canUsePasskeys() ? (
            <Button icon={<Plus />} onClick={() => setOpened({ dialog: 'add', kind: 'passkey' })}>
              {texts.addPasskey}
            </Button>
          ) : null}
          <Button icon={<Plus />} onClick={() => setOpened({ dialog: 'add', kind: 'authenticator' })}>
            {texts.addAuthenticator}
          </Button>
        </div>
      ) : null}
      {factors.length > 0 ? (
        <section
          aria-label={texts.recoveryCodes}
          className="mt-6 flex flex-wrap items-center justify-between gap-3 border-hairline border-t pt-5"
        >
          <div>
            <h3 className="font-medium">{texts.recoveryCodes}</h3>
            <p className={left === 0 ? 'text-small text-warning' : 'text-second text-small'}>
              {texts.codesLeft(left)}
            </p>
          </div>
          <Button onClick={() => setOpened({ dialog: 'codes' })}>{texts.newCodes}</Button>
        </section>
      ) : null}
      {opened ? (
        <LazyBoundary what={texts.dialog} over={{ isOpen: true, onClose: close }}>
          {opened.dialog === 'add' ? (
            <AddFactorDialog kind={opened.kind} own={own} onChanged={changed} onClose={close} />
          ) : null}
          {opened.dialog === 'remove' ? (
            <RemoveFactorDialog
              factor={opened.factor}
              own={own}
              isLast={factors.length === 1}
              onChanged={changed}
              onClose={close}
            />
          ) : null}
          {opened.dialog === 'rename' ? (
            <RenameFactorDialog factor={opened.factor} onChanged={changed} onClose={close} />
          ) : null}
          {opened.dialog === 'codes' ? (
            <NewCodesDialog own={own} onChanged={changed} onClose={close} />
          ) : null}
        </LazyBoundary>
      ) : null}
    </Card>
  );
}

function Row({ factor, onRename, onRemove }: { factor: SecondFactor; onRename(): void; onRemove(): void }) {
  const Icon = factor.kind === 'passkey' ? KeyRound : Smartphone;
  const used =
    factor.last_used_at === null ? texts.neverUsed : texts.usedAt(formatShortMoment(factor.last_used_at));
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <Icon size={16} className="shrink-0 text-third" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{factor.name}</p>
        <p className="text-second text-small">
          {texts.kinds[factor.kind]} · {texts.addedAt(formatShortMoment(factor.created_at))}, {used}
        </p>
      </div>
      <div className="flex gap-2">
        <Button size="small" aria-label={texts.renameNamed(factor.name)} onClick={onRename}>
          {texts.rename}
        </Button>
        <Button size="small" aria-label={texts.removeNamed(factor.name)} onClick={onRemove}>
          {texts.remove}
        </Button>
      </div>
    </li>
  );
}
