import type { BuiltInApp } from './app.ts';
import { clockApp } from './apps/clock.ts';
import { feedApp } from './apps/feed.ts';
import { filesApp } from './apps/files.ts';
import { galleryApp } from './apps/gallery.ts';
import { notesApp } from './apps/notes.ts';
import { paintApp } from './apps/paint.ts';
import { settingsApp } from './apps/settings.ts';
import { videoApp } from './apps/video.ts';

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
