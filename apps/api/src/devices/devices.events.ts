// News that devices tell.
import { z } from 'zod';
import { defineTopic } from '../platform/events.ts';

/** Something that customers see of this device has changed: presence, battery, state. */
export const deviceChanged = defineTopic('device_changed', z.object({ device_id: z.uuid() }));
