// HTTP edge of alarms.
import { operatorRoutes as routes } from '@pocketfleet/contract';
import { acknowledgeAlarm, listAlarms } from './alarms.ts';
import type { OperatorCalls } from './operator-calls.ts';
import { limitsOf, pageAnswer } from './pages.ts';

export function registerAlarms({ attempt, act }: OperatorCalls): void {
  attempt(routes.listAlarms, async ({ db, query }) =>
    pageAnswer(query, await listAlarms(db, limitsOf(query))),
  );
  act(routes.acknowledgeAlarm, ({ db, params, operator }) =>
    acknowledgeAlarm(db, params.id, operator.operator_id),
  );
}
