import { createSessionFile, type SessionFile } from '@pocketfleet/command-line';

export const sessionFile: SessionFile = createSessionFile({
  variable: 'POCKETFLEET_SESSION',
  name: 'session.json',
  signIn: 'pocketfleet-team sign-in',
});
