// A live phone in a page of the customer's own. An embed is a share link of one phone for at most an hour, whose page can be
// framed by one origin alone. It is listed and ended as a share link.
import { z } from 'zod';
import { givenInstant, id, instant } from './fields.ts';
import { defineRoute } from './route.ts';

const originMessage =
  'Give the origin of your page, such as https://example.com: no path, and https outside of this machine';
/** As browsers write it. Plain http is for a developer's own machine. */
const origin = z
  .string({ error: originMessage })
  .trim()
  .toLowerCase()
  .max(300, originMessage)
  .regex(
    /^(?:https:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::\d{1,5})?$/,
    originMessage,
  );

export const createEmbed = defineRoute({
  method: 'POST',
  path: '/devices/{id}/embeds',
  caller: 'customer',
  needs: ['control'],
  summary:
    'An address that shows this phone live in a page of yours, for the component `<pocketfleet-phone>`. Only this answer holds it. Left out: to watch, for an hour, which is the longest. It is listed and ended as a share link.',
  params: z.object({ id }),
  body: z.object({
    origin,
    permission: z.enum(['watch', 'control'], { error: 'Choose “watch” or “control”' }).default('watch'),
    ends_at: givenInstant.optional(),
  }),
  response: z.object({
    /** Of the share link. */
    id,
    url: z.string(),
    origin: z.string(),
    permission: z.enum(['watch', 'control']),
    ends_at: instant,
  }),
});
