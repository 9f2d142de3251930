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

/** `icon` is a white symbol on a gradient of two colours, unless a third colour is given. */
function app(name: string, create: BuiltInApp['create'], symbol: string, ...colors: string[]): BuiltInApp {
  const [from = '', to = '', color = '#ffffff'] = colors;
  return { packageName: `com.android.${name}`, icon: { ground: [from, to], symbol, color }, create };
}

/** The drawn apps, in the order of the home screen. Their names are those of the system's packages. */
export const DEMO_APPS: readonly BuiltInApp[] = [
  app('feed', createFeed, 'wb_twilight', '#ff9a6b', '#d9496e'),
  app('documentsui', createFiles, 'folder', '#5aa8f5', '#2b6fd0'),
  app('deskclock', createClock, 'schedule', '#2c3350', '#161a2e'),
  app('paint', createPaint, 'brush', '#8f7bff', '#5b43d6'),
  app('notes', createNotes, 'edit_note', '#ffd76a', '#f6b73c', '#4a3510'),
  app('gallery3d', createGallery, 'photo_library', '#f5a9d0', '#b64b93'),
  app('video', createVideo, 'play_arrow', '#ff5a5f', '#c5263a'),
  app('settings', createSettings, 'settings', '#7c8798', '#4a5361'),
  app('signin', createSignIn, 'lock', '#4fb08a', '#1f7a5a'),
];
