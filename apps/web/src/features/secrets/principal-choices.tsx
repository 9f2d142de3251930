import { Checkbox, FieldError } from '@pocketfleet/ui';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import * as texts from '#language/secrets';
import { useClient } from '../../api/api-provider.tsx';
import { useUser } from '../../session/auth-provider.tsx';
import { useWorkspace } from '../../session/use-workspace.ts';

type Props = {
  chosen: 'all' | readonly string[];
  error: string | undefined;
  onChange(chosen: 'all' | string[]): void;
};
type Principal = { id: string; name: string; kind: string };

/** The choice of who may type a secret: all who may type secrets, or named people, keys and programs. */
export function PrincipalChoices({ chosen, error, onChange }: Props) {
  const name = useId();
  const principals = usePrincipals();
  const radio = (label: string, isAll: boolean) => (
    <label className="flex min-h-6 items-center gap-3">
      <input
        type="radio"
        name={name}
        checked={(chosen === 'all') === isAll}
        onChange={() => onChange(isAll ? 'all' : [])}
        className="pf-check"
      />
      {label}
    </label>
  );
  return (
    <fieldset
      data-invalid={Boolean(error)}
      aria-describedby={error ? `${name}-error` : undefined}
      className="flex flex-col gap-3"
    >
      <legend className="mb-3 font-medium">{texts.whoTypesIt}</legend>
      {radio(texts.allWhoMay, true)}
      {radio(texts.namedOnes, false)}
      {chosen === 'all' ? null : (
        <div className="grid max-h-48 gap-2 overflow-y-auto rounded-control border border-hairline p-3 sm:grid-cols-2">
          {principals.map((each) => (
            <Checkbox
              key={each.id}
              label={each.name}
              hint={each.kind}
              checked={chosen.includes(each.id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, each.id] : chosen.filter((other) => other !== each.id))
              }
            />
          ))}
        </div>
      )}
      <FieldError id={`${name}-error`}>{error}</FieldError>
    </fieldset>
  );
}

/** The customer first; of the others, those whom they may see. */
function usePrincipals(): Principal[] {
  const client = useClient();
  const { id, username } = useUser();
  const workspace = useWorkspace();
  const found = useQuery({
    queryKey: ['secrets', 'principals', workspace?.id],
    queryFn: async ({ signal }) => {
      const none = () => [];
      const [members, keys, connections] = await Promise.all([
        workspace && !workspace.is_personal
          ? client
              .call('listMembers', { params: { id: workspace.id }, signal })
              .then((answer) => answer.members, none)
          : none(),
        client.call('listKeys', { signal }).then((answer) => answer.keys, none),
        client.call('listConnections', { signal }).then((answer) => answer.connections, none),
      ]);
      return [
        ...members.map((each) => ({ id: each.user_id, name: each.username, kind: texts.member })),
        ...keys.map((each) => ({ id: each.id, name: each.name, kind: texts.key })),
        ...connections.map((each) => ({
          id: each.id,
          name: each.program,
          kind: each.machine || texts.program,
        })),
      ];
    },
  });
  const you = { id, name: username, kind: texts.you };
  return [you, ...(found.data ?? []).filter((each) => each.id !== id)];
}
