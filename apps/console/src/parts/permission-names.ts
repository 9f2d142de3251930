import type { Permission } from '@pocketfleet/contract';

/** The permissions in plain words. */
export const permissionNames: Record<Permission, string> = {
  fleet_view: 'See phones, hosts, calendar and alarms',
  fleet_assign: 'Assign, swap and revoke phones',
  fleet_maintain: 'Clean, quarantine, restart and label phones',
  hosts_manage: 'Add and remove hosts',
  orders_view: 'See orders and payments',
  orders_refund: 'Refund payments',
  payments_record: 'Record bank transfers and cryptocurrency',
  requests_answer: 'Quote and close sales requests',
  messages_answer: 'Answer contact messages',
  customers_view: 'See customers and their messages',
  customers_restrict: 'Suspend and restrict customers',
  customers_recover: 'Remove lost second factors of customers',
  operators_manage: 'Manage colleagues and roles',
  audit_view: 'See the audit log and the integrity checks',
};
