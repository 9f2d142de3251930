// HTTP routes of orders.
import { routes } from '@pocketfleet/contract';
import type { AppParts } from '../app-parts.ts';
import { listModels } from '../assignments/assignments.ts';
import { orderTasks, startOrderSweep } from './orders.jobs.ts';
import {
  checkAvailabilityFor,
  chooseReplacement,
  extendOrderHold,
  handBack,
  leaveOrder,
  listReplacementChoices,
  quoteExtension,
  quoteExtensions,
  requestOrder,
} from './orders.ts';

export function registerOrders({ deps, implement, tasks, onStop }: AppParts): void {
  tasks.push(...orderTasks(deps));
  onStop(startOrderSweep(deps));

  implement(routes.validateAvailability, ({ caller, body }) => checkAvailabilityFor(deps, caller, body));

  implement(routes.listModels, () => listModels(deps));

  implement(routes.listReplacementChoices, ({ caller }) => listReplacementChoices(deps, caller));

  implement(routes.chooseReplacement, async ({ caller, params, body }) => {
    await chooseReplacement(deps, caller, params.id, body);
    return {
      message:
        body.choice === 'model'
          ? `You get a ${body.model} for the rest of your rental.`
          : 'The rest is refunded.',
    };
  });

  implement(routes.createOrder, ({ caller, body, idempotencyKey }) =>
    requestOrder(deps, caller, body, idempotencyKey),
  );

  implement(routes.quoteExtension, ({ caller, params, body }) =>
    quoteExtension(deps, caller, params.id, body),
  );

  implement(routes.quoteExtensions, ({ caller, body: { assignment_ids, ...input } }) =>
    quoteExtensions(deps, caller, assignment_ids, input),
  );

  implement(routes.handBack, async ({ caller, params }) => {
    await handBack(deps, caller, params.id);
    return { message: 'You’ve returned the phone.' };
  });

  implement(routes.extendHold, ({ caller, params }) => extendOrderHold(deps, caller, params.id));

  implement(routes.releaseHold, async ({ caller, params }) => {
    await leaveOrder(deps, caller, params.id);
    return { message: 'The phones are free again.' };
  });
}
