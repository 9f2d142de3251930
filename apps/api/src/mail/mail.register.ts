// Gives the app the job that sends mail.
import type { AppParts } from '../app-parts.ts';
import { mailTasks } from './mail.ts';

export function registerMail({ deps, tasks, onStop }: AppParts): void {
  tasks.push(...mailTasks(deps));
  onStop(() => deps.smtp.stop());
}
