// Set-up of every journey; its clean-up runs after all others of a file.
import { afterAll, afterEach, inject } from 'vitest';
import { forgetFile } from './once-for-file.ts';
import { tellFailure } from './tell-failure.ts';

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await tellFailure(task.name, inject('dataDir'));
});
afterAll(() => forgetFile());
