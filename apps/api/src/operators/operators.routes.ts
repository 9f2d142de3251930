// Everything that operators can call, on OPERATOR_PORT only.

import { originsOf } from '@pocketfleet/websockets';
import type { AppParts } from '../app-parts.ts';
import { hostRefusedTask } from '../devices/devices.ts';
import { handleTask } from '../platform/jobs.ts';
import { registerAlarms } from './alarms.routes.ts';
import { handleRefusedHost, startAlarms } from './alarms.ts';
import { registerCustomers } from './customers.routes.ts';
import { registerFleet } from './fleet.routes.ts';
import { registerHosts } from './host-admin.routes.ts';
import { createOperatorCalls } from './operator-calls.ts';
import { registerSessions } from './operator-sessions.routes.ts';
import { registerSales } from './sales.routes.ts';
import { sealSecrets } from './second-factor.ts';
import { registerWorkspaces } from './workspaces.routes.ts';

export async function registerOperators(parts: AppParts): Promise<void> {
  const { deps, operator } = parts;
  await sealSecrets(deps);
  const { operatorUrl, demo } = deps.config;
  const calls = createOperatorCalls({
    db: deps.db,
    log: deps.log,
    server: operator,
    allowedOrigins: originsOf(operatorUrl, demo),
    isHttps: operatorUrl.startsWith('https:'),
  });
  registerSessions(deps, calls);
  registerHosts(deps, calls);
  registerAlarms(calls);
  registerCustomers(deps, calls);
  registerWorkspaces(calls);
  registerSales(deps, calls);
  registerFleet({ ...deps, links: parts.links }, calls);
  parts.tasks.push(handleTask(hostRefusedTask, (refused) => handleRefusedHost(deps, refused)));
  parts.onStop(startAlarms(deps));
}
