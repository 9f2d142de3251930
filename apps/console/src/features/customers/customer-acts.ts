import type { CustomerRow, CustomerStanding } from '@pocketfleet/contract';
import type { RowAct } from '../../parts/row-menu.tsx';
import { counted } from '../../parts/words.ts';

/** What can be done to a customer as he stands now. */
export function customerActs(customer: CustomerRow): RowAct[] {
  return [
    ...(customer.standing === 'restricted' ? [] : [restrict(customer)]),
    ...(customer.standing === 'suspended' ? [] : [suspend(customer)]),
    ...(customer.standing === 'good' ? [] : [restore(customer)]),
  ];
}

function restrict({ id, username }: CustomerRow): RowAct {
  return {
    label: 'Restrict',
    permission: 'customers_restrict',
    act: {
      title: `Restrict ${username}`,
      text: 'Uses what is rented, and rents nothing more.',
      submit: 'Restrict',
      isDangerous: true,
      done: `${username} is restricted`,
      run: setTo(id, 'restricted'),
    },
  };
}

function suspend({ id, username, active_phone_count, scheduled_phone_count }: CustomerRow): RowAct {
  const phoneCount = active_phone_count + scheduled_phone_count;
  const what = phoneCount === 0 ? 'open orders' : `${counted(phoneCount, 'phone')} and the paid time`;
  return {
    label: 'Suspend',
    permission: 'customers_restrict',
    act: {
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

function restore({ id, username }: CustomerRow): RowAct {
  return {
    label: 'Restore',
    permission: 'customers_restrict',
    act: {
      title: `Restore ${username}`,
      text: 'Signs in and rents as before. What was ended stays ended.',
      submit: 'Restore',
      done: `${username} is in good standing`,
      run: setTo(id, 'good'),
    },
  };
}

function setTo(id: string, standing: CustomerStanding): RowAct['act']['run'] {
  return (client, values) =>
    client.call('setCustomerStanding', {
      params: { id },
      body: { standing, phones: values.text('phones') === 'end' ? 'end' : 'keep', reason: values.reason },
    });
}
