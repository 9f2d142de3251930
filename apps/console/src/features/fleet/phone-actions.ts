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
      text: 'The customer sees the phone in the panel, and can use it from its start.',
      submit: 'Assign',
      done: `${tag} was assigned`,
      fields: [
        { kind: 'customer', name: 'username', label: 'Customer', hint: 'Name, username or email.' },
        {
          kind: 'moment',
          name: 'starts_at',
          label: 'From',
          isOptional: true,
          hint: 'Your time zone. Leave empty to start now.',
        },
        {
          kind: 'moment',
          name: 'expires_at',
          label: 'Until',
          isOptional: true,
          initial: asTypedMoment(nowMs + 7 * dayMs),
          hint: 'Your time zone. Leave empty for no end date.',
          presets: [
            { label: 'Tomorrow', text: asTypedMoment(nowMs + dayMs) },
            { label: '7 days from now', text: asTypedMoment(nowMs + 7 * dayMs) },
            { label: '30 days from now', text: asTypedMoment(nowMs + 30 * dayMs) },
            { label: 'No end date', text: '' },
          ],
        },
      ],
      run: (client, values) => {
        const starts_at = values.moment('starts_at');
        return client.call('assignPhone', {
          params: { id },
          body: {
            username: values.text('username'),
            ...(starts_at === null ? {} : { starts_at }),
            expires_at: values.moment('expires_at'),
            reason: values.reason,
          },
        });
      },
    },
  };
}

function swap({ tag }: PhoneRow, { assignment_id, username }: Tenancy): RowAction {
  return {
    label: 'Swap for another phone',
    permission: 'fleet_assign',
    action: {
      title: `Swap ${tag}`,
      text: `${username} gets the best free phone for the rest of the time, and an email about it.`,
      submit: 'Swap',
      done: `${username} has another phone now`,
      fields: [
        {
          kind: 'note',
          name: 'customer_note',
          label: 'Why, for the customer (optional)',
          hint: 'The mail and the panel say it. Leave empty to say only that our team exchanged the phone.',
        },
      ],
      run: (client, values) =>
        client.call('swapAssignment', {
          params: { id: assignment_id },
          body: { customer_note: values.text('customer_note'), reason: values.reason },
        }),
    },
  };
}

function revoke({ tag }: PhoneRow, { assignment_id, username }: Tenancy): RowAction {
  return {
    label: 'Revoke',
    permission: 'fleet_assign',
    action: {
      title: `Revoke ${tag}`,
      text: `${username} loses the phone now, and everything open on it closes. Nothing is refunded automatically.`,
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
      text: 'The phone is restored to its baseline, and is ready once every check has passed.',
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
      text: tenant
        ? `${tenant.username} is using this phone. Their session will be interrupted.`
        : 'It’s offline for about a minute.',
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
      text: `Removed from stock until you release it. ${quarantineEffect(tenant)}`.trim(),
      submit: 'Quarantine',
      isDangerous: true,
      done: `${tag} is out of stock`,
      run: (client, { reason }) => client.call('quarantinePhone', { params: { id }, body: { reason } }),
    },
  };
}

/** The effect on the tenant: bought rentals are replaced or refunded by themselves, those by hand are not. */
function quarantineEffect(tenant: Tenancy | null): string {
  if (tenant === null) return '';
  const { username, order_id } = tenant;
  if (order_id === null)
    return `${username} can’t open it any more. The phone was assigned by hand, so nothing replaces it until you swap or revoke it.`;
  return `Within seconds ${username} gets another free phone for the rest of the rental, and an email about it. If no phone is free, the rental ends and its rest is refunded. Customers who chose this model get the same one, or a day to choose another model or a refund.`;
}

function release({ id, tag }: PhoneRow): RowAction {
  return {
    label: 'Release',
    permission: 'fleet_maintain',
    action: {
      title: `Release ${tag}`,
      text: 'The phone is cleaned first. It returns to stock once every check has passed.',
      submit: 'Release',
      done: `${tag} is cleaned and then ready`,
      fields: [
        {
          kind: 'check',
          name: 'is_reset',
          label: 'Factory reset done',
          hint: 'Use its current state as the new baseline.',
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
