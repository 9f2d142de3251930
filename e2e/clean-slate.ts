// Set-up of every journey: runs last of all that a file has for its end.
import { afterAll } from 'vitest';
import { forgetFile } from './once-for-file.ts';

afterAll(() => forgetFile());
