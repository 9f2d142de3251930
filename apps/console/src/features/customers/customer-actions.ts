import type { CustomerRow, CustomerStanding } from '@pocketfleet/contract';
import { formatCount } from '@pocketfleet/ui/format';
import type { RowAction } from '../../parts/row-menu.tsx';

/** The actions that a customer's present standing allows. */
export function customerActions(customer: CustomerRow): RowAction[] {
  return [
    ...(customer.standing === 'restricted' ? [] : [restrict(customer)]),
    ...(customer.standing === 'suspended' ? [] : [suspend(customer)]),
    ...(customer.standing === 'good' ? [] : [restore(customer)]),
    ...(customer.second_factor_count === 0 ? [] : [removeSecondFactors(customer)]),
  ];
}

function restrict({ id, username }: CustomerRow): RowAction {
  return {
    label: 'Restrict',
    permission: 'customers_restrict',
    action: {
      title: `Restrict ${username}`,
      text: 'They can use their phones but not rent more.',
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
      text: 'They can no longer sign in, and all open connections are closed now.',
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
            { value: 'keep', label: phoneCount === 0 ? 'Kept' : 'Kept: the paid time continues' },
            {
              value: 'end',
              label:
                phoneCount === 0
                  ? 'Cancelled'
                  : 'Ended now, and open orders are cancelled. Refunds are made by hand',
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
      text: 'They can sign in and rent as before. Ended rentals stay ended.',
      submit: 'Restore',
      done: `${username} is in good standing`,
      run: setTo(id, 'good'),
    },
  };
}

function removeSecondFactors({ id, username, second_factor_count }: CustomerRow): RowAction {
  return {
    label: 'Remove second factors',
    permission: 'customers_recover',
    action: {
      title: `Remove the second factors of ${username}`,
      text: `Only for customers who have lost them, and whom you have recognized by another way than email. Their ${formatCount(second_factor_count, 'second factor')} and all recovery codes end; their password alone signs in then. They get a mail.`,
      submit: 'Remove',
      isDangerous: true,
      done: `${username} has no second factor any more`,
      run: (client, values) =>
        client.call('removeSecondFactors', { params: { id }, body: { reason: values.reason } }),
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
