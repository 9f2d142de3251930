// HTTP routes of webhooks, their socket and their jobs.
import { routes } from '@pocketfleet/contract';
import type { AppParts } from '../app-parts.ts';
import { createListenTicket, startListening } from './listen.ts';
import { startWebhookSweep, webhookTasks } from './webhooks.jobs.ts';
import {
  changeWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  makeWebhook,
  resendDelivery,
  rotateWebhook,
  testWebhook,
} from './webhooks.ts';

export function registerWebhooks({ deps, implement, siteSockets, tasks, onStop }: AppParts): void {
  tasks.push(...webhookTasks(deps));
  onStop(startWebhookSweep(deps));
  onStop(startListening(deps, siteSockets));
  implement(routes.listWebhooks, async ({ caller }) => ({ webhooks: await listWebhooks(deps, caller) }));
  implement(routes.makeWebhook, ({ caller, body }) => makeWebhook(deps, caller, body));
  implement(routes.changeWebhook, ({ caller, params, body }) => changeWebhook(deps, caller, params.id, body));
  implement(routes.deleteWebhook, async ({ caller, params }) => {
    await deleteWebhook(deps, caller, params.id);
    return { message: 'The webhook was deleted.' };
  });
  implement(routes.rotateWebhook, ({ caller, params }) => rotateWebhook(deps, caller, params.id));
  implement(routes.testWebhook, ({ caller, params, body }) =>
    testWebhook(deps, caller, params.id, body.type),
  );
  implement(routes.listDeliveries, ({ caller, params, query }) =>
    listDeliveries(deps, caller, params.id, query),
  );
  implement(routes.resendDelivery, async ({ caller, params }) => {
    await resendDelivery(deps, caller, params);
    return { message: 'The delivery is sent again.' };
  });
  implement(routes.listenToWebhooks, async ({ caller, body }) => ({
    ticket: await createListenTicket(deps, caller, body.after),
  }));
}
