import type { HostRow, operatorRoutes, ResponseOf } from '@pocketfleet/contract';
import { formatExactMoment } from '@pocketfleet/ui/format';
import type { ActionWithResult } from '../../parts/action.ts';
import { Copyable } from '../../parts/copyable.tsx';
import type { RowAction } from '../../parts/row-menu.tsx';

type Code = ResponseOf<typeof operatorRoutes.createEnrolmentCode>;

/** A one-time code, shown once with the command for the host. */
export const enrolHost: ActionWithResult<Code> = {
  title: 'Enrol a host',
  text: 'One host can join with the code within 10 minutes. Its phones then appear here.',
  submit: 'Make a code',
  done: 'The code was created',
  run: (client, { reason }) => client.call('createEnrolmentCode', { body: { reason } }),
  result: ({ code, join_command, expires_at }) => (
    <div className="flex flex-col gap-4">
      <div>
        <p className="mb-1.5 font-medium">Code</p>
        <CodeLine text={code} label="code" />
      </div>
      <div>
        <p className="mb-1.5 font-medium">On the host</p>
        <CodeLine text={join_command} label="command" />
      </div>
      <p className="text-second text-small">
        Single use, valid until {formatExactMoment(expires_at)}. You won’t see it again.
      </p>
    </div>
  ),
};

function CodeLine({ text, label }: { text: string; label: string }) {
  return (
    <div className="flex items-start gap-2">
      <code className="min-w-0 flex-1 break-all rounded-control bg-sunken px-3 py-2 font-mono text-small">
        {text}
      </code>
      <Copyable value={text} label={label} />
    </div>
  );
}

export function hostActions({ id, name, revoked_at, is_rotating, connection_state }: HostRow): RowAction[] {
  if (revoked_at !== null) return [];
  const rotate: RowAction = {
    label: 'Rotate its key',
    permission: 'hosts_manage',
    action: {
      title: `Rotate the key of ${name}`,
      text: 'The host creates a new key. The old one becomes invalid when the new one is registered. Streams continue.',
      submit: 'Rotate the key',
      done: `${name} is asked for a new key`,
      run: (client, { reason }) => client.call('rotateHostKey', { params: { id }, body: { reason } }),
    },
  };
  const revoke: RowAction = {
    label: 'Revoke',
    permission: 'hosts_manage',
    action: {
      title: `Revoke ${name}`,
      text: 'Its key becomes invalid. The host is disconnected within 2 seconds, with every stream of its phones.',
      submit: 'Revoke the host',
      isDangerous: true,
      done: `${name} is gone`,
      run: (client, { reason }) => client.call('revokeHost', { params: { id }, body: { reason } }),
    },
  };
  return connection_state === 'online' && !is_rotating ? [rotate, revoke] : [revoke];
}
