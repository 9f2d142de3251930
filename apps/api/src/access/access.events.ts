// The events of access.
import { z } from 'zod';
import { defineTopic } from '../platform/events.ts';

/**
 * Somebody came into a workspace or left it, or may do more or less in it: what is open there is checked at once, and pages
 * fetch again what they may.
 */
export const accessChanged = defineTopic('access_changed', z.object({ workspace_id: z.uuid() }));

/** A guest may control from now on, or only watch: what they have open is opened anew. */
export const guestChanged = defineTopic('guest_changed', z.object({ credential_id: z.uuid() }));
