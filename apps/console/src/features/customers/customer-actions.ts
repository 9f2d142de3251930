import type { CustomerRow, CustomerStanding } from '@pocketfleet/contract';
import { formatCount } from '@pocketfleet/ui/format';
import type { RowAction } from '../../parts/row-menu.tsx';

/** The actions that a customer's present standing allows. */
export function customerActions(customer: CustomerRow): RowAction[] {
  return [
    ...(customer.standing === 'restricted' ? [] : [restrict(customer)]),
    ...(customer.standing === 'suspended' ? [] : [suspend(customer)]),
    ...(customer.standing === 'good' ? [] : [restore(customer)]),
  ];
}

function restrict({ id, username }: CustomerRow): RowAction {
  return {
    label: 'Restrict',
    permission: 'customers_restrict',
    action: {
      title: `Restrict ${username}`,
      text: 'Uses what is rented, and rents nothing more.',
      submit: 'Restrict',
      isDangerous: true,
      done: `${username} is restricted`,
      run: setTo(id, 'restricted'),
    },
  };
}

function suspend({ id, username, active_phone_count, scheduled_phone_count }: CustomerRow): RowAction {
  const phoneCount = active_phone_count + scheduled_phone_count;
  const what = phoneCount === 0 ? 'open orders' : `${formatCount(phoneCount, 'phone')} and the paid time`;
  return {
    label: 'Suspend',
    permission: 'customers_restrict',
    action: {
      title: `Suspend ${username}`,
      text: 'Can’t sign in any more, and everything open is closed now.',
      submit: 'Suspend',
      isDangerous: true,
      done: `${username} is suspended`,
      fields: [
        {
          kind: 'choice',
          name: 'phones',
          label: `What happens to ${what}`,
          initial: 'keep',
          options: [
            { value: 'keep', label: phoneCount === 0 ? 'Kept' : 'Kept: the paid time runs on' },
            {
              value: 'end',
              label: phoneCount === 0 ? 'Cancelled' : 'Ended now, open orders are cancelled; refund by hand',
            },
          ],
        },
      ],
      run: setTo(id, 'suspended'),
    },
  };
}

function restore({ id, username }: CustomerRow): RowAction {
  return {
    label: 'Restore',
    permission: 'customers_restrict',
    action: {
      title: `Restore ${username}`,
      text: 'Signs in and rents as before. What was ended stays ended.',
      submit: 'Restore',
      done: `${username} is in good standing`,
      run: setTo(id, 'good'),
    },
  };
}

function setTo(id: string, standing: CustomerStanding): RowAction['action']['run'] {
  return (client, values) =>
    client.call('setCustomerStanding', {
      params: { id },
      body: { standing, phones: values.text('phones') === 'end' ? 'end' : 'keep', reason: values.reason },
    });
}
