import { routes } from '@pocketfleet/contract';
import type { AppParts } from '../app-parts.ts';
import { questionTasks, startQuestionSweep } from './questions.jobs.ts';
import { answerQuestion, listQuestions } from './questions.ts';

export function registerQuestions({ deps, implement, tasks, onStop }: AppParts): void {
  tasks.push(...questionTasks(deps));
  onStop(startQuestionSweep(deps));
  implement(routes.listQuestions, async ({ caller, query }) => ({
    ...(await listQuestions(deps, caller, query)),
    server_time: new Date(deps.clock.nowMs()).toISOString(),
  }));
  implement(routes.answerQuestion, ({ caller, params, body }) =>
    answerQuestion(deps, caller, params.id, body),
  );
}
