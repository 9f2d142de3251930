// HTTP edge of hosts: joining, keys.
import { operatorRoutes as routes } from '@pocketfleet/contract';
import { createCode, listHosts, revoke, rotateKey } from './hosts.ts';
import type { OperatorCalls } from './operator-calls.ts';
import { limitsOf, pageAnswer } from './pages.ts';

export function registerHosts(
  deps: { config: { agentsUrl: string } },
  { attempt, act }: OperatorCalls,
): void {
  attempt(routes.listHosts, async ({ db, query }) => pageAnswer(query, await listHosts(db, limitsOf(query))));
  act(routes.createEnrolmentCode, ({ db, operator }) =>
    createCode(db, operator.operator_id, deps.config.agentsUrl),
  );
  act(routes.rotateHostKey, ({ db, params }) => rotateKey(db, params.id));
  act(routes.revokeHost, ({ db, params }) => revoke(db, params.id));
}
