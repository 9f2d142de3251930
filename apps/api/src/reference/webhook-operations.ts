// The bodies that we send to webhooks, as the section `webhooks` of the document. Pure.
import {
  exampleData,
  type WebhookEvent,
  webhookData,
  webhookEvents,
  webhookSummaries,
} from '@pocketfleet/contract';
import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';

const headers = z.object({
  'webhook-id': z.string().describe('The same in every attempt: do nothing twice for one id.'),
  'webhook-timestamp': z
    .string()
    .describe('Seconds since 1970 of this attempt. Refuse what is older than five minutes.'),
  'webhook-signature': z
    .string()
    .describe(
      '`v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`; several, with spaces between, after a rotation.',
    ),
});

export function webhookOperations(): ZodOpenApiPathsObject {
  return Object.fromEntries(webhookEvents.map((type) => [type, { post: operationOf(type) }]));
}

function operationOf(type: WebhookEvent): ZodOpenApiOperationObject {
  const words = type.split('.').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const schema = z
    .object({
      type: z.literal(type),
      timestamp: z.iso.datetime({ offset: true }),
      data: webhookData[type],
      test: z.boolean().optional().describe('There in test events only.'),
    })
    .meta({ id: `${words.join('')}Event` });
  const example = { type, timestamp: '2030-01-01T12:00:00.000Z', data: exampleData[type] };
  return {
    operationId: `on${words.join('')}`,
    tags: ['webhook events'],
    summary: webhookSummaries[type],
    security: [],
    requestParams: { header: headers },
    requestBody: { required: true, content: { 'application/json': { schema, example } } },
    responses: {
      '2XX': {
        description: 'Taken. Anything else, and no answer within 15 seconds, is tried again for three days.',
      },
      410: { description: 'Never again: the webhook is switched off.' },
    },
  };
}
