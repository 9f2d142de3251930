// Hosts as our team sees them, and what it does to them.
import { agentVersion, type HostRow } from '@pocketfleet/contract';
import { askForNewKey, isOlderVersion, issueEnrolmentCode, revokeHost } from '../devices/devices.ts';
import { AppError } from '../platform/app-error.ts';
import type { Db, Tx } from '../platform/database.ts';
import { type HostFilter, type HostListRow, selectHosts } from './hosts.sql.ts';

export async function listHosts(db: Db, filter: HostFilter): Promise<{ rows: HostRow[]; total: number }> {
  const found = await selectHosts(db, filter);
  return { rows: found.rows.map(withVersionState), total: found.total };
}

async function getHost(db: Db, id: string): Promise<HostRow> {
  const { rows } = await listHosts(db, { id, offset: 0, limit: 1 });
  const row = rows[0];
  if (row === undefined) throw new AppError('not_found');
  return row;
}

/** `agentUrl` is where agents dial. */
export async function createCode(
  tx: Tx,
  operatorId: string,
  agentUrl: string,
): Promise<{ code: string; expires_at: string; join_command: string }> {
  const issued = await issueEnrolmentCode(tx, operatorId);
  return { ...issued, join_command: `pocketfleet-agent join ${agentUrl} ${issued.code}` };
}

export async function rotateKey(tx: Tx, hostId: string): Promise<HostRow> {
  await askForNewKey(tx, hostId);
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
