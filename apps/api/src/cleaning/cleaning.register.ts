import type { AppParts } from '../app-parts.ts';
import { cleaningTasks, startCleanings } from './cleaning.jobs.ts';

export function registerCleaning({ deps, links, tasks, onStop }: AppParts): void {
  tasks.push(...cleaningTasks({ ...deps, links }));
  onStop(startCleanings({ ...deps, links }));
}
