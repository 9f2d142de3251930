// The actions that a phone's present state allows. The server decides again.
import type { PhoneRow, Tenancy } from '@pocketfleet/contract';
import { asTypedMoment } from '../../parts/action.ts';
import type { RowAction } from '../../parts/row-menu.tsx';

const dayMs = 86_400_000;

type Claim = PhoneRow['claims'][number];

export function phoneActions(phone: PhoneRow, nowMs: number): RowAction[] {
  const tenancy = phone.tenant ?? phone.next_tenant;
  const isInStock = phone.state === 'ready' || phone.state === 'cleaning';
  return [
    ...phone.claims.map((claim) => allowMove(phone, claim)),
    ...(phone.state === 'ready' && !phone.tenant ? [assign(phone, nowMs)] : []),
    ...(tenancy ? [swap(phone, tenancy), revoke(phone, tenancy)] : []),
    ...(isInStock && !phone.tenant ? [clean(phone)] : []),
    ...(phone.connection_state === 'online' ? [reboot(phone)] : []),
    ...(isInStock ? [quarantine(phone)] : []),
    ...(phone.state === 'quarantined' ? [release(phone)] : []),
    label(phone),
  ];
}

function assign({ id, tag }: PhoneRow, nowMs: number): RowAction {
  return {
    label: 'Assign',
    permission: 'fleet_assign',
    action: {
      title: `Assign ${tag}`,
      text: 'The customer has the phone at once and sees it in the panel.',
      submit: 'Assign',
      done: `${tag} was assigned`,
      fields: [
        { kind: 'text', name: 'username', label: 'Customer’s username' },
        {
          kind: 'moment',
          name: 'expires_at',
          label: 'Until',
          isOptional: true,
          initial: asTypedMoment(nowMs + 7 * dayMs),
          hint: 'In your time zone. If this is empty, it lasts until somebody ends it.',
        },
      ],
      run: (client, values) =>
        client.call('assignPhone', {
          params: { id },
          body: {
            username: values.text('username'),
            expires_at: values.moment('expires_at'),
            reason: values.reason,
          },
        }),
    },
  };
}

function swap({ tag }: PhoneRow, { assignment_id, username }: Tenancy): RowAction {
  return {
    label: 'Swap for another phone',
    permission: 'fleet_assign',
    action: {
      title: `Swap ${tag}`,
      text: `${username} gets the best free phone for the rest of the time, and is told by mail.`,
      submit: 'Swap',
      done: `${username} has another phone now`,
      run: (client, { reason }) =>
        client.call('swapAssignment', { params: { id: assignment_id }, body: { reason } }),
    },
  };
}

function revoke({ tag }: PhoneRow, { assignment_id, username }: Tenancy): RowAction {
  return {
    label: 'Revoke',
    permission: 'fleet_assign',
    action: {
      title: `Revoke ${tag}`,
      text: `${username} loses the phone now, and everything open on it closes. Nothing is refunded by itself.`,
      submit: 'Revoke',
      isDangerous: true,
      done: `${tag} was taken back`,
      run: (client, { reason }) =>
        client.call('revokeAssignment', { params: { id: assignment_id }, body: { reason } }),
    },
  };
}

function allowMove(
  { id, tag, host_name: before, connection_state, tenant }: PhoneRow,
  claim: Claim,
): RowAction {
  const { host_id, host_name: next } = claim;
  const warning = connection_state === 'online' ? ` ${before} still serves it: look at the rack first.` : '';
  const then = tenant
    ? `${tenant.username} keeps it and goes on there; it is cleaned afterwards.`
    : 'It is cleaned there, and is ready when this is proven.';
  return {
    label: `Allow the move to ${next}`,
    permission: 'fleet_maintain',
    action: {
      title: `Allow the move of ${tag}`,
      text: `${tag} belongs to ${before} and is reported by ${next}. Allow it if somebody plugged it in there.${warning} ${then}`,
      submit: 'Allow the move',
      isDangerous: connection_state === 'online',
      done: `${tag} is on ${next}`,
      run: (client, { reason }) => client.call('movePhone', { params: { id }, body: { host_id, reason } }),
    },
  };
}

function clean({ id, tag }: PhoneRow): RowAction {
  return {
    label: 'Clean now',
    permission: 'fleet_maintain',
    action: {
      title: `Clean ${tag}`,
      text: 'The phone is restored to its baseline, and is ready again when this is proven.',
      submit: 'Clean now',
      done: `${tag} is in the cleaning queue`,
      run: (client, { reason }) => client.call('cleanPhone', { params: { id }, body: { reason } }),
    },
  };
}

function reboot({ id, tag, tenant }: PhoneRow): RowAction {
  return {
    label: 'Reboot',
    permission: 'fleet_maintain',
    action: {
      title: `Reboot ${tag}`,
      text: tenant ? `${tenant.username} is using it: the session breaks off.` : 'It is away for a minute.',
      submit: 'Reboot',
      isDangerous: tenant !== null,
      done: `${tag} restarts`,
      run: (client, { reason }) => client.call('rebootPhone', { params: { id }, body: { reason } }),
    },
  };
}

function quarantine({ id, tag, tenant }: PhoneRow): RowAction {
  return {
    label: 'Quarantine',
    permission: 'fleet_maintain',
    action: {
      title: `Quarantine ${tag}`,
      text: tenant
        ? `The phone is out of stock until it is released. ${tenant.username} keeps it until swapped or revoked.`
        : 'The phone is out of stock until it is released.',
      submit: 'Quarantine',
      isDangerous: true,
      done: `${tag} is out of stock`,
      run: (client, { reason }) => client.call('quarantinePhone', { params: { id }, body: { reason } }),
    },
  };
}

function release({ id, tag }: PhoneRow): RowAction {
  return {
    label: 'Release',
    permission: 'fleet_maintain',
    action: {
      title: `Release ${tag}`,
      text: 'The phone returns to stock. It is cleaned first, and ready only when this is proven.',
      submit: 'Release',
      done: `${tag} is cleaned and then ready`,
      fields: [
        {
          kind: 'check',
          name: 'is_reset',
          label: 'It was reset to factory settings',
          hint: 'Its present state becomes the new baseline.',
        },
      ],
      run: (client, values) =>
        client.call('releasePhone', {
          params: { id },
          body: { is_reset: values.isChecked('is_reset'), reason: values.reason },
        }),
    },
  };
}

function label(phone: PhoneRow): RowAction {
  return {
    label: 'Tag and label',
    permission: 'fleet_maintain',
    action: {
      title: `Tag and label of ${phone.tag}`,
      text: 'Customers see the tag; the label is only for our team.',
      submit: 'Save',
      done: 'Saved',
      fields: [
        { kind: 'text', name: 'tag', label: 'Tag', initial: phone.tag },
        { kind: 'text', name: 'label', label: 'Label', initial: phone.label },
      ],
      run: (client, values) =>
        client.call('labelPhone', {
          params: { id: phone.id },
          body: { tag: values.text('tag'), label: values.text('label'), reason: values.reason },
        }),
    },
  };
}
