// What happens to orders later.
import { handleTask, type TaskHandler } from '../platform/jobs.ts';
import { expireHoldTask } from './orders.tasks.ts';
import { expireHolds, type OrdersDeps } from './orders.ts';

export function orderTasks(deps: OrdersDeps): TaskHandler[] {
  return [handleTask(expireHoldTask, () => expireHolds(deps))];
}
