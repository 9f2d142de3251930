// Finds ids by the names that people use: a tag, a host's name, an order's number, a username.

import { CommandError } from '@pocketfleet/command-line';
import { type HostRow, type PhoneRow, operatorRoutes as routes } from '@pocketfleet/contract';
import type { OperatorApi } from './operator-api.ts';

const isId = (text: string): boolean => /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(text);

/** A phone by id, tag or serial. */
export async function findPhone(api: OperatorApi, name: string): Promise<PhoneRow> {
  if (isId(name)) return api.call(routes.getPhone, { params: { id: name } });
  const { rows } = await api.call(routes.listPhones, { query: { q: name, per_page: 1_000 } });
  return only(
    rows.filter((row) => row.tag === name || row.serial === name),
    'phone',
    name,
  );
}

export async function findHost(api: OperatorApi, name: string): Promise<HostRow> {
  const query = isId(name) ? { per_page: 1_000 } : { q: name, per_page: 1_000 };
  const { rows } = await api.call(routes.listHosts, { query });
  return only(
    rows.filter((row) => row.name === name || row.id === name),
    'host',
    name,
  );
}

export async function findOrderId(api: OperatorApi, name: string): Promise<string> {
  if (isId(name)) return name;
  const { rows } = await api.call(routes.listOrders, { query: { q: name, per_page: 1_000 } });
  return only(
    rows.filter((row) => row.number === name),
    'order',
    name,
  ).id;
}

export async function findCustomerId(api: OperatorApi, name: string): Promise<string> {
  if (isId(name)) return name;
  const { rows } = await api.call(routes.listCustomers, { query: { q: name, per_page: 1_000 } });
  return only(
    rows.filter((row) => row.username === name || row.email === name),
    'customer',
    name,
  ).id;
}

/** Finds an assignment by its id, or the current or next one of a phone. */
export async function findAssignmentId(api: OperatorApi, name: string): Promise<string> {
  if (isId(name)) return name;
  const phone = await findPhone(api, name);
  const tenant = phone.tenant ?? phone.next_tenant;
  if (tenant === null) throw new CommandError('not_found', `Phone ${phone.tag} has no tenant.`);
  return tenant.assignment_id;
}

function only<Row extends { id: string }>(rows: readonly Row[], what: string, name: string): Row {
  const [row] = rows;
  if (row === undefined) throw new CommandError('not_found', `There is no ${what} "${name}".`);
  if (rows.length > 1) {
    throw new CommandError(
      'usage',
      `There are ${rows.length} of "${name}": name one by its id (${rows.map((each) => each.id).join(', ')}).`,
    );
  }
  return row;
}
