// Hosts as our team sees them: joining, keys, versions.
import { z } from 'zod';
import { connectionState } from './devices.ts';
import { id, instant } from './fields.ts';
import { defineOperatorRoute, operatorPage, pageOf, reason, searchText } from './operator-route.ts';

/** `older`: works, and was asked to update. `unknown`: has never reported its version. */
export const agentVersionState = z.enum(['current', 'older', 'unknown']);

export const hostRow = z.object({
  id,
  name: z.string(),
  connection_state: connectionState,
  agent_version: z.string(),
  agent_version_state: agentVersionState,
  phone_count: z.number().int().nonnegative(),
  online_phone_count: z.number().int().nonnegative(),
  open_alarm_count: z.number().int().nonnegative(),
  /** SHA-256 of the key, the first 16 hex digits: to compare with what the host prints. */
  key_fingerprint: z.string(),
  key_since: instant,
  /** A new key was requested and the host has not responded yet. */
  is_rotating: z.boolean(),
  revoked_at: instant.nullable(),
  last_seen_at: instant.nullable(),
  created_at: instant,
});
export type HostRow = z.infer<typeof hostRow>;

export const listHosts = defineOperatorRoute({
  method: 'GET',
  path: '/hosts',
  caller: 'operator',
  permission: 'fleet_view',
  act: null,
  summary: 'Hosts by name.',
  query: z.object({
    ...operatorPage,
    q: searchText,
    state: z.enum(['online', 'offline', 'revoked']).optional(),
  }),
  response: pageOf(hostRow),
});

export const createEnrolmentCode = defineOperatorRoute({
  method: 'POST',
  path: '/hosts/enrolment-codes',
  caller: 'operator',
  permission: 'hosts_manage',
  act: { name: 'issue_enrolment_code', subject: 'host' },
  summary: 'A code with which one host can join within 10 minutes; shown once.',
  body: z.object({ reason }),
  response: z.object({
    code: z.string(),
    expires_at: instant,
    /** The command to type on the host. */
    join_command: z.string(),
  }),
});

const hostParams = z.object({ id });

export const rotateHostKey = defineOperatorRoute({
  method: 'POST',
  path: '/hosts/{id}/rotate-key',
  caller: 'operator',
  permission: 'hosts_manage',
  act: { name: 'rotate_host_key', subject: 'host' },
  summary: 'Ask the host for a new key; the old one ends when the new one is known.',
  params: hostParams,
  body: z.object({ reason }),
  response: hostRow,
});

export const revokeHost = defineOperatorRoute({
  method: 'POST',
  path: '/hosts/{id}/revoke',
  caller: 'operator',
  permission: 'hosts_manage',
  act: { name: 'revoke_host', subject: 'host' },
  summary: 'The host’s key no longer counts: its link and channels are closed within 2 seconds.',
  params: hostParams,
  body: z.object({ reason }),
  response: hostRow,
});
