export { DEMO_APPS } from './app-list.ts';
export { NOTE_PATH } from './notes.ts';
