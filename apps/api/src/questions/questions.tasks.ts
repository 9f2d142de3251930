// The job that closes a question at its time.
import { z } from 'zod';
import { defineTask } from '../platform/jobs.ts';

export const closeTask = defineTask('close_question', z.object({ question_id: z.uuid() }));
