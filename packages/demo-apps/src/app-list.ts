import type { BuiltInApp } from '@pocketfleet/phone-screen';
import { clockApp } from './clock.ts';
import { feedApp } from './feed.ts';
import { filesApp } from './files.ts';
import { galleryApp } from './gallery.ts';
import { notesApp } from './notes.ts';
import { paintApp } from './paint.ts';
import { settingsApp } from './settings.ts';
import { videoApp } from './video.ts';

/** The drawn apps, in the order of the home screen. */
export const DEMO_APPS: readonly BuiltInApp[] = [
  feedApp,
  filesApp,
  clockApp,
  paintApp,
  notesApp,
  galleryApp,
  videoApp,
  settingsApp,
];
