// A question of a key about a phone, asked as the endpoint for agents asks it.
import type { Question } from '@pocketfleet/contract';
import { authenticate } from '../src/access/access.ts';
import { actorOf, runAs } from '../src/platform/actor.ts';
import { askQuestion } from '../src/questions/questions.ts';
import type { TestApp } from './test-app.ts';
import { makeTestKey } from './test-keys.ts';

export async function askTestQuestion(
  site: TestApp,
  key: string,
  device: string,
  asked: { question?: string; choices?: string[]; default?: string; timeout_s?: number } = {},
): Promise<Question> {
  const { deps } = site.app;
  const caller = await authenticate(deps, { secret: key, workspaceId: undefined, address: '127.0.0.1' });
  if (caller === undefined) throw new Error('the key lets nobody in');
  const question = { question: 'Which time?', choices: [], timeout_s: 600, ...asked };
  return runAs(actorOf(caller), caller.address, () => askQuestion(deps, caller, device, question));
}

/** Asked by a new key of this person. */
export async function makeTestQuestion(
  site: TestApp,
  owner: { token: string; workspace?: string },
  device: string,
): Promise<Question> {
  const { key } = await makeTestKey(
    site,
    owner.token,
    { permissions: ['watch', 'screen', 'control'] },
    owner.workspace,
  );
  return askTestQuestion(site, key, device);
}
