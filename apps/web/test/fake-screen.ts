// A phone's screen as data without a phone: notices for the session page, and answers to its actions.
import type { ActionResult, ScreenNode } from '@pocketfleet/contract';
import type { Page, WebSocketRoute } from 'playwright-core';
import { beforeEach } from 'vitest';

export const node = (
  ref: string,
  label: string,
  top: number,
  more: Partial<ScreenNode> = {},
): ScreenNode => ({
  ref,
  role: 'button',
  label,
  value: null,
  hint: null,
  states: [],
  rect: { x: 40, y: top, width: 800, height: 90 },
  depth: 1,
  ...more,
});

export const done: ActionResult = {
  untrusted: true,
  done: true,
  why: null,
  detail: '',
  confirmed: null,
  settled: true,
  changed: ['nothing changed'],
  text: '',
  nodes: [],
};

const state = {
  untrusted: true,
  problem: null as string | null,
  detail: '',
  busy: false,
  app: 'com.android.feed',
  display: { width: 1080, height: 2400 },
  settled: true,
  truncated: false,
  shortened: 'none',
  keyboard: null,
};

/** Call it once in a test file: each of its tests begins with these nodes, and with actions that are done. */
export function prepareScreen(nodes: readonly ScreenNode[]) {
  let version = 0;
  const fake = {
    nodes,
    sockets: [] as WebSocketRoute[],
    /** How often the screen was asked for apart from the notices. */
    asked: 0,
    /** Without their names, which are random. */
    actions: [] as unknown[],
    /** The answer to an action; null: it fails. */
    outcome: done as ActionResult | null,
    tell(more: object): void {
      fake.sockets.at(-1)?.send(JSON.stringify({ ...state, version: ++version, ...more }));
    },
    tellOutline(): void {
      fake.tell({ type: 'outline', text: '', nodes: fake.nodes });
    },
    tellProblem(problem: string, detail: string): void {
      const nothing = { changed: [], nodes: [], refs: null, settled: null };
      fake.tell({ type: 'changes', ...nothing, problem, detail, busy: problem === 'busy' });
    },
    async prepare(page: Page): Promise<void> {
      await page.routeWebSocket(/\/ws\/devices\/[^/]+\/screen/, (socket) => {
        fake.sockets.push(socket);
        fake.tellOutline();
      });
      await page.route('**/stream/start', (route) =>
        route.request().postDataJSON()?.purpose === 'screen'
          ? route.fulfill({
              json: {
                success: true,
                session_id: '0b7e7a52-97d4-4b11-9e57-0f6a1f6d0001',
                ticket: 'a-ticket',
                stream_url: '/ws/devices/x/screen',
                expires_at: null,
              },
            })
          : route.fallback(),
      );
      await page.route('**/api/devices/*/screen*', (route) => {
        fake.asked += 1;
        return route.fulfill({ json: { ...state, text: '', nodes: fake.nodes } });
      });
      await page.route('**/api/devices/*/actions', (route) => {
        const { action_id: _, ...asked } = route.request().postDataJSON() as { action_id?: string };
        fake.actions.push(asked);
        return fake.outcome === null
          ? route.fulfill({ status: 503, json: {} })
          : route.fulfill({ json: fake.outcome });
      });
    },
  };
  beforeEach(() => {
    version = 0;
    Object.assign(fake, { nodes, sockets: [], asked: 0, actions: [], outcome: done });
  });
  return fake;
}
