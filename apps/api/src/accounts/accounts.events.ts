// News that accounts tell to the features on their right.
import { z } from 'zod';
import { defineTopic } from '../platform/events.ts';

/** An access token no longer counts; everything opened with it closes. Told in the same transaction. */
export const tokenRevoked = defineTopic(
  'token_revoked',
  z.object({ user_id: z.uuid(), access_token_ids: z.array(z.uuid()).max(100) }),
);
