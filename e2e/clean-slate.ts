// Set-up of every journey; its clean-up runs after all others of a file.
import { afterAll } from 'vitest';
import { forgetFile } from './once-for-file.ts';

afterAll(() => forgetFile());
