// The events of accounts.
import { z } from 'zod';
import { defineTopic } from '../platform/events.ts';

/** These access tokens are no longer valid: everything that was opened with them closes. */
export const tokenRevoked = defineTopic(
  'token_revoked',
  z.object({ user_id: z.uuid(), access_token_ids: z.array(z.uuid()).max(100) }),
);
