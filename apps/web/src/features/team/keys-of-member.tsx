import type { Member } from '@pocketfleet/contract';
import { Button, Skeleton } from '@pocketfleet/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as texts from '#language/team';
import { useClient } from '../../api/api-provider.tsx';
import { reasonOf } from '../../api/errors.ts';
import { queryKeys } from '../../api/query-keys.ts';

/** The keys that end with a membership, each to be taken over before: a program that the team needs goes on with it. */
export function KeysOfMember({ member }: { member: Member }) {
  const client = useClient();
  const queries = useQueryClient();
  const found = useQuery({
    queryKey: queryKeys.keys,
    queryFn: ({ signal }) => client.call('listKeys', { signal }),
  });
  const takeOver = useMutation({
    mutationFn: (id: string) => client.call('takeOverKey', { params: { id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.keys }),
  });
  const keys = found.data?.keys.filter(({ made_by }) => made_by.user_id === member.user_id) ?? [];
  return (
    <section aria-label={texts.keysOf(member.first_name)} className="mb-5">
      {found.isPending ? <Skeleton className="h-8" /> : null}
      {found.isError && !found.data ? <p className="text-warning">{texts.keysNotLoaded}</p> : null}
      {found.data ? <p className="text-second">{texts.keysThatEnd(member.first_name, keys.length)}</p> : null}
      {keys.length > 0 ? (
        <ul className="mt-2 flex max-h-52 flex-col gap-2 overflow-y-auto">
          {keys.map(({ id, name, prefix, last_four }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-2">
              <span className="min-w-0 break-words">
                {name} <span className="font-mono text-second text-small">{`${prefix}…${last_four}`}</span>
              </span>
              <Button
                size="small"
                aria-label={texts.takeOverNamed(name)}
                isBusy={takeOver.isPending && takeOver.variables === id}
                onClick={() => takeOver.mutate(id)}
              >
                {texts.takeOver}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <p role="status" className="text-small">
        {takeOver.isSuccess ? texts.takenOver(takeOver.data.name) : null}
        {takeOver.isError ? texts.notTakenOver(reasonOf(takeOver.error)) : null}
      </p>
    </section>
  );
}
