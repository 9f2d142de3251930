// The events of recordings.
import { z } from 'zod';
import { defineTopic } from '../platform/events.ts';

/** The node that has the link of the recording's host tells it to start or to stop, as the recording's state says. */
export const recordingToTell = defineTopic('recording_to_tell', z.object({ recording_id: z.uuid() }));
