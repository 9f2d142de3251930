// HTTP routes of customers and their messages.
import { operatorRoutes as routes } from '@pocketfleet/contract';
import { removeAllSecondFactors } from '../accounts/accounts.ts';
import type { Clock } from '../platform/clock.ts';
import { answerMessage, changeStanding, getCustomer, listCustomers, listMessages } from './customers.ts';
import type { OperatorCalls } from './operator-calls.ts';

export function registerCustomers(
  deps: { clock: Clock; config: { publicUrl: string } },
  { attempt, act }: OperatorCalls,
): void {
  attempt(routes.listCustomers, ({ db, query }) => listCustomers(db, query));
  attempt(routes.getCustomer, ({ db, params }) => getCustomer(db, params.id));
  attempt(routes.listMessages, ({ db, query }) => listMessages(db, query));
  act(routes.setCustomerStanding, async ({ db, params, body, note }) => {
    const answer = await changeStanding(deps, db, params.id, body);
    const { ended_assignments, cancelled_orders } = answer;
    note({ ended_assignments, cancelled_orders });
    return answer;
  });
  act(routes.removeSecondFactors, async ({ db, params }) => {
    await removeAllSecondFactors(db, params.id, deps.config.publicUrl);
    return getCustomer(db, params.id);
  });
  act(routes.answerMessage, ({ db, params, operator }) => answerMessage(db, params.id, operator.operator_id));
}
