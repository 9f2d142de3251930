// Acts as the agent of hosts that tests create as rows (test-devices.ts): when a phone gets the command `prepare_tenant`,
// it reports an Android user for the tenant. Everything after that is the product's own work. Hosts with a real link
// are not touched.
import type { App } from '../src/app.ts';
import { handleCommandResult } from '../src/devices/commands.ts';
import { sql } from '../src/platform/database.ts';

/** The node that holds the links of hosts that are rows only: no such node runs. */
export const hostRowNode = 'node';

/** The Android user that is named; a real phone counts on from 10. */
const tenantUser = 10;

/** Of all phones, or of the one with this tag. True when a command was answered. */
export async function answerPreparations({ deps }: App, tag?: string): Promise<boolean> {
  const asked = await sql<{ command_id: string; device_id: string; host_id: string }>`
    select c.command_id, c.device_id, d.host_id
    from cleanings c join devices d on d.id = c.device_id join hosts h on h.id = d.host_id
    where c.state = 'open' and c.purpose = 'prepare' and c.command_id is not null
      and h.link_node_id = ${hostRowNode} and (${tag ?? null}::text is null or d.tag = ${tag ?? null})`.execute(
    deps.db,
  );
  for (const { host_id, ...command } of asked.rows) {
    const answer = { type: 'command_result', ok: true, detail: '', tenant_user: tenantUser } as const;
    await handleCommandResult(deps, host_id, { ...answer, ...command });
  }
  return asked.rows.length > 0;
}
