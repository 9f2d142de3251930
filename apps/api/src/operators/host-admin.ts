// The hosts in our team's console: their list, enrolment codes and keys.
import { agentVersion, type HostRow } from '@pocketfleet/contract';
import { isOlderVersion, issueEnrolmentCode, requestNewKey, revokeHost } from '../devices/devices.ts';
import { AppError } from '../platform/app-error.ts';
import type { Db, Tx } from '../platform/database.ts';
import { type HostFilter, type HostListRow, selectHosts } from './host-admin.sql.ts';
import { type Page, type PageQuery, readPage } from './pages.ts';

/** One page of hosts. */
export async function listHosts(db: Db, query: PageQuery<HostFilter>): Promise<Page<HostRow>> {
  const page = await readPage(query, (filter) => selectHosts(db, filter));
  return { ...page, rows: page.rows.map(withVersionState) };
}

async function getHost(db: Db, id: string): Promise<HostRow> {
  const [row] = (await selectHosts(db, { id, offset: 0, limit: 1 })).rows;
  if (row === undefined) throw new AppError('not_found');
  return withVersionState(row);
}

/** `agentUrl` is the address that agents connect to. */
export async function createCode(
  tx: Tx,
  operatorId: string,
  agentUrl: string,
): Promise<{ code: string; expires_at: string; join_command: string }> {
  const issued = await issueEnrolmentCode(tx, operatorId);
  return { ...issued, join_command: `pocketfleet-agent join ${agentUrl} ${issued.code}` };
}

/** The host gets its new key now or when it connects next. Throws not_found, already_done for a revoked host. */
export async function rotateKey(tx: Tx, hostId: string): Promise<HostRow> {
  await requestNewKey(tx, hostId);
  return getHost(tx, hostId);
}

export async function revoke(tx: Tx, hostId: string): Promise<HostRow> {
  await revokeHost(tx, hostId);
  return getHost(tx, hostId);
}

function withVersionState(row: HostListRow): HostRow {
  const state =
    row.agent_version === ''
      ? 'unknown'
      : isOlderVersion(row.agent_version, agentVersion)
        ? 'older'
        : 'current';
  return { ...row, agent_version_state: state };
}
