// HTTP edge of assignments: the device list and the history.
import { type Device, routes } from '@pocketfleet/contract';
import type { z } from 'zod';
import type { AppParts } from '../app-parts.ts';
import { assignmentTasks, startAssignmentSweep } from './assignments.jobs.ts';
import { labelPhone, listAssignments, listPhones, listUsage, type Phone } from './assignments.ts';
import { usageCsv } from './usage-csv.ts';

export function registerAssignments({ deps, implement, tasks, onStop }: AppParts): void {
  const { config } = deps;
  tasks.push(...assignmentTasks(deps));
  onStop(startAssignmentSweep(deps));

  implement(routes.listPhones, async ({ caller }) => {
    const rows = await listPhones(deps, caller);
    return rows.map((row) => toDevice(row, config.publicUrl));
  });

  implement(routes.namePhone, async ({ caller, params, body }) => {
    await labelPhone(deps, caller, { device_id: params.id, label: body.label });
    return { message: body.label === '' ? 'The label was removed.' : 'The label was saved.' };
  });

  implement(routes.listAssignments, async ({ caller, query }) => {
    const { page, per_page } = query;
    const found = await listAssignments(deps, caller, {
      offset: (page - 1) * per_page,
      limit: per_page,
    });
    return {
      assignments: found.rows,
      figures: found.figures,
      total: found.total,
      page,
      per_page,
      total_pages: Math.ceil(found.total / per_page),
    };
  });

  implement(routes.listUsage, ({ caller, query }) => listUsage(deps, caller, query.weeks));

  implement(routes.downloadUsage, async ({ caller, query }) => {
    const { usage } = await listUsage(deps, caller, query.weeks);
    return usageCsv(usage);
  });
}

/** A scheduled phone shows only its tag, model and period. */
function toDevice(row: Phone, publicUrl: string): z.input<typeof routes.listPhones.response>[number] {
  const websocketBase = publicUrl.replace(/^http/, 'ws');
  const shared = {
    id: row.device_id,
    phone_id: row.device_id,
    tag: row.tag,
    model: row.model,
    label: row.label,
    replaces: row.replaces === null ? null : { ...row.replaces, at: new Date(row.replaces.at).toISOString() },
    user_id: row.user_id,
    tunnel_url: null,
    stream_mappings: [{ starts_at: row.starts_at, expires_at: row.expires_at }],
    assignment_id: row.assignment_id,
    starts_at: row.starts_at,
  };
  const hidden: Omit<Device, keyof typeof shared> = {
    device_serial: null,
    connection_state: 'offline',
    battery_state: null,
    streaming_url: null,
    shell_url: null,
    computer_id: null,
    computer_name: null,
    computer: null,
    assignment_state: 'scheduled',
    android_version: null,
    screen_width: null,
    screen_height: null,
  };
  if (!row.is_running) return { ...shared, ...hidden };
  return {
    ...shared,
    device_serial: row.serial,
    connection_state: row.connection_state,
    battery_state: row.battery_level,
    streaming_url: `${publicUrl}/frame/${row.device_id}`,
    shell_url: `${websocketBase}/ws/devices/${row.device_id}/shell`,
    computer_id: row.host_id,
    computer_name: row.host_name,
    // The host's public name: internal addresses are never shown.
    computer: { ip: row.host_name },
    assignment_state: 'active',
    android_version: row.android_version,
    screen_width: row.screen_width,
    screen_height: row.screen_height,
  };
}
