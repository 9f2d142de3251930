// Says in a popup's header that a program has asked something about this phone. The answer is given on the session page.
import { callRoute } from '@pocketfleet/client/call-route';
import { listQuestions } from '@pocketfleet/contract';
import * as texts from '#language/frame';
import { inTeam } from '../team.ts';
import { callHeaders } from './call-headers.ts';

/** A popup has no line for events of its own. It asks only while somebody can see it. */
const askMs = 5_000;

export function createQuestionLink(deviceId: string): HTMLElement {
  const place = document.createElement('span');
  place.setAttribute('role', 'status');
  const link = document.createElement('a');
  link.href = inTeam(`/devices/${encodeURIComponent(deviceId)}/stream`);
  link.target = '_blank';
  link.className = 'asked';
  link.textContent = texts.aProgramAsks;
  const refresh = async () => {
    if (document.visibilityState === 'hidden') return;
    const isAsked = await hasQuestion(deviceId);
    if (isAsked !== place.contains(link)) place.replaceChildren(...(isAsked ? [link] : []));
  };
  setInterval(() => void refresh(), askMs);
  document.addEventListener('visibilitychange', () => void refresh());
  void refresh();
  return place;
}

/** False also for those who may not answer, and while the server can't be reached. */
async function hasQuestion(deviceId: string): Promise<boolean> {
  const headers = callHeaders();
  if (headers === null) return false;
  try {
    const { questions } = await callRoute({ baseUrl: '/api' }, listQuestions, { query: {} }, { headers });
    return questions.some(({ phone }) => phone.id === deviceId);
  } catch {
    return false;
  }
}
