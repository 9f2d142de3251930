import { type BridgeStatus, queryBridge } from './control-socket.ts';
import type { StateFolder } from './state-folder.ts';

/** The bridges of this user that run now, by their phones' tags. */
export async function listRunningBridges(state: StateFolder): Promise<BridgeStatus[]> {
  const answers = await Promise.all(state.list().map((id) => queryBridge(state.socketPath(id), 'status')));
  return answers.filter((answer) => answer !== undefined).sort((a, b) => a.tag.localeCompare(b.tag));
}
