// HTTP routes of alarms.
import { operatorRoutes as routes } from '@pocketfleet/contract';
import { acknowledgeAlarm, listAlarms } from './alarms.ts';
import type { OperatorCalls } from './operator-calls.ts';

export function registerAlarms({ attempt, act }: OperatorCalls): void {
  attempt(routes.listAlarms, ({ db, query }) => listAlarms(db, query));
  act(routes.acknowledgeAlarm, ({ db, params, operator }) =>
    acknowledgeAlarm(db, params.id, operator.operator_id),
  );
}
