import { ApiError } from '@pocketfleet/client';
import type { BillingDetails } from '@pocketfleet/contract';
import { Banner, Button, Card, Skeleton, TextArea, TextField, toast } from '@pocketfleet/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import * as texts from '#language/settings';
import { useClient } from '../../api/api-provider.tsx';
import { reasonOf } from '../../api/errors.ts';

const queryKey = ['billing-details'];

/** The recipient of the receipts: a team's, or the customer's own. */
export function BillingCard({ team }: { team: string | null }) {
  const client = useClient();
  const details = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.call('getBillingDetails', { signal }),
  });
  return (
    <Card title={texts.billingDetails} lead={texts.theseAppearOnReceipts(team)}>
      {details.isPending ? (
        <div role="status" aria-label={texts.loading}>
          <Skeleton className="h-72 w-full" />
        </div>
      ) : details.data ? (
        <BillingForm saved={details.data} />
      ) : (
        <Banner
          kind="error"
          action={
            <Button size="small" isBusy={details.isFetching} onClick={() => void details.refetch()}>
              {texts.tryAgain}
            </Button>
          }
        >
          {texts.billingDetailsCouldNotBeLoaded}
          {reasonOf(details.error)}
        </Banner>
      )}
    </Card>
  );
}

function BillingForm({ saved }: { saved: BillingDetails }) {
  const client = useClient();
  const queries = useQueryClient();
  const [typed, setTyped] = useState(saved);
  const save = useMutation({
    mutationFn: (body: BillingDetails) => client.call('updateBillingDetails', { body }),
    onSuccess: (next) => {
      queries.setQueryData(queryKey, next);
      setTyped(next);
      toast.success(texts.billingDetailsSaved);
    },
  });
  const errors = save.error instanceof ApiError ? (save.error.fields ?? {}) : {};
  const hasField = Object.keys(errors).length > 0;
  const change = (part: Partial<BillingDetails>) => setTyped({ ...typed, ...part });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate(typed);
  };
  return (
    <form onSubmit={submit} noValidate aria-label={texts.billingDetails} className="flex flex-col gap-5">
      {save.error && !hasField ? (
        <Banner kind="error">
          {texts.billingDetailsCouldNotBeSaved}
          {reasonOf(save.error)}
        </Banner>
      ) : null}
      <TextField
        label={texts.company}
        autoComplete="organization"
        value={typed.company}
        isBusy={save.isPending}
        error={errors['company']}
        onChange={({ target }) => change({ company: target.value })}
      />
      <TextArea
        label={texts.billingAddress}
        autoComplete="street-address"
        value={typed.address}
        isBusy={save.isPending}
        error={errors['address']}
        onChange={({ target }) => change({ address: target.value })}
      />
      <TextField
        label={texts.taxId}
        value={typed.tax_id}
        isBusy={save.isPending}
        error={errors['tax_id']}
        hint={texts.taxIdHint}
        onChange={({ target }) => change({ tax_id: target.value })}
      />
      <Button type="submit" kind="primary" className="self-start" isBusy={save.isPending}>
        {texts.saveBillingDetails}
      </Button>
    </form>
  );
}
