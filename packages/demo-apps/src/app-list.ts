import type { BuiltInApp } from '@pocketfleet/phone-screen';
import { createClock } from './clock.ts';
import { createFeed } from './feed.ts';
import { createFiles } from './files.ts';
import { createGallery } from './gallery.ts';
import { createNotes } from './notes.ts';
import { createPaint } from './paint.ts';
import { createSettings } from './settings.ts';
import { createSignIn } from './sign-in.ts';
import { createVideo } from './video.ts';

/** `icon`: the gradient's two colours, the symbol, and the symbol's colour if it isn't white. */
function app(
  component: string,
  label: string,
  icon: readonly [string, string, string, string?],
  create: BuiltInApp['create'],
): BuiltInApp {
  const [packageName = '', activity = ''] = component.split('/');
  const [from, to, symbol, color = '#ffffff'] = icon;
  return {
    packageName,
    activity: packageName + activity,
    label,
    icon: { ground: [from, to], symbol, color },
    create,
  };
}

/** The drawn apps, in the order of the home screen. */
export const DEMO_APPS: readonly BuiltInApp[] = [
  app('com.android.feed/.FeedActivity', 'Daylight', ['#ff9a6b', '#d9496e', 'wb_twilight'], createFeed),
  app('com.android.documentsui/.files.FilesActivity', 'Files', ['#5aa8f5', '#2b6fd0', 'folder'], createFiles),
  app('com.android.deskclock/.DeskClock', 'Clock', ['#2c3350', '#161a2e', 'schedule'], createClock),
  app('com.android.paint/.PaintActivity', 'Paint', ['#8f7bff', '#5b43d6', 'brush'], createPaint),
  app(
    'com.android.notes/.NotesActivity',
    'Notes',
    ['#ffd76a', '#f6b73c', 'edit_note', '#4a3510'],
    createNotes,
  ),
  app(
    'com.android.gallery3d/.app.GalleryActivity',
    'Gallery',
    ['#f5a9d0', '#b64b93', 'photo_library'],
    createGallery,
  ),
  app('com.android.video/.PlayerActivity', 'Video', ['#ff5a5f', '#c5263a', 'play_arrow'], createVideo),
  app('com.android.settings/.Settings', 'Settings', ['#7c8798', '#4a5361', 'settings'], createSettings),
  app('com.android.signin/.SignInActivity', 'Sign-in', ['#4fb08a', '#1f7a5a', 'lock'], createSignIn),
];
