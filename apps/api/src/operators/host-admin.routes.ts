// HTTP routes of hosts: enrolment and keys.
import { operatorRoutes as routes } from '@pocketfleet/contract';
import { createCode, listHosts, revoke, rotateKey } from './host-admin.ts';
import type { OperatorCalls } from './operator-calls.ts';

export function registerHosts(
  deps: { config: { agentsUrl: string } },
  { attempt, act }: OperatorCalls,
): void {
  attempt(routes.listHosts, ({ db, query }) => listHosts(db, query));
  act(routes.createEnrolmentCode, ({ db, operator }) =>
    createCode(db, operator.operator_id, deps.config.agentsUrl),
  );
  act(routes.rotateHostKey, ({ db, params }) => rotateKey(db, params.id));
  act(routes.revokeHost, ({ db, params }) => revoke(db, params.id));
}
