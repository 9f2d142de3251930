// The events of webhooks. The SQL function `announce` publishes this one (migration 0640).
import { z } from 'zod';
import { defineTopic } from '../platform/events.ts';

/** This workspace has a new message: sockets that listen to it read it. */
export const webhookAnnounced = defineTopic('webhook_announced', z.object({ workspace_id: z.uuid() }));
