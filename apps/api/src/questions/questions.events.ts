// The events about questions. A trigger of the table publishes them, so that none can be forgotten.
import { z } from 'zod';
import { defineTopic } from '../platform/events.ts';

/** A question was asked, or is no longer open. */
export const questionsChanged = defineTopic(
  'questions_changed',
  z.object({ workspace_id: z.uuid(), question_id: z.uuid() }),
);
