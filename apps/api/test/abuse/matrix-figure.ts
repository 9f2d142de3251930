// The size of a generated test, for the last lines of `npm test` (tools/test-run/count-reporter.ts).
import type { TaskMeta } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** A line for the end of the whole run. */
    figure?: string;
  }
}

/** Also printed where the file runs by itself. */
export function reportFigure(task: { meta: TaskMeta }, figure: string): void {
  task.meta.figure = figure;
  console.log(figure);
}
