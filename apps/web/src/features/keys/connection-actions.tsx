import type { Connection } from '@pocketfleet/contract';
import { Banner, Button, Dialog, toast } from '@pocketfleet/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as texts from '#language/connect';
import { limits, limitsLabel } from '#language/keys';
import { useClient } from '../../api/api-provider.tsx';
import { reasonOf } from '../../api/errors.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { LimitsOnDemand } from './limits-on-demand.tsx';

/** The buttons of a connected program. */
export function ConnectionActions({ row }: { row: Connection }) {
  const client = useClient();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<'limits' | 'disconnect' | null>(null);
  const close = () => setAsked(null);
  const revoke = useMutation({
    mutationFn: () => client.call('revokeConnection', { params: { id: row.id } }),
    onSuccess: () => {
      toast.success(texts.disconnected(row.program));
      close();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.connections }),
  });
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button size="small" aria-label={limitsLabel(row.program)} onClick={() => setAsked('limits')}>
        {limits}
      </Button>
      <Button
        size="small"
        aria-label={texts.disconnectLabel(row.program)}
        onClick={() => setAsked('disconnect')}
      >
        {texts.disconnect}
      </Button>
      {asked === 'limits' ? (
        <LimitsOnDemand row={row} name={row.program} call="changeConnection" onClose={close} />
      ) : null}
      {asked === 'disconnect' ? (
        <Dialog
          isOpen
          onOpenChange={close}
          title={texts.disconnectTitle(row.program)}
          footer={
            <div className="flex justify-end gap-3">
              <Button onClick={close}>{texts.cancel}</Button>
              <Button kind="danger" isBusy={revoke.isPending} onClick={() => revoke.mutate()}>
                {texts.disconnect}
              </Button>
            </div>
          }
        >
          {revoke.error ? (
            <div className="mb-4">
              <Banner kind="error">
                {texts.notDone}
                {reasonOf(revoke.error)}
              </Banner>
            </div>
          ) : null}
          <p>{texts.disconnectText}</p>
        </Dialog>
      ) : null}
    </div>
  );
}
