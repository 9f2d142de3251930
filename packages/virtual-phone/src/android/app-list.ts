import type { BuiltInApp } from './app.ts';
import { notesApp } from './apps/notes.ts';

/** Apps that come with the phone. */
export const BUILT_IN_APPS: readonly BuiltInApp[] = [notesApp];

export const builtInApp = (packageName: string): BuiltInApp | undefined =>
  BUILT_IN_APPS.find((app) => app.packageName === packageName);
