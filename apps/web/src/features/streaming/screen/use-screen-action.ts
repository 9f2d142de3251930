import { ApiError } from '@pocketfleet/client';
import type { ActionResult, AskedAction } from '@pocketfleet/contract';
import * as texts from '#language/screen';
import { useClient } from '../../../api/api-provider.tsx';

export type RunAction = (action: AskedAction, onResult?: (result: ActionResult) => void) => Promise<string>;

/**
 * Does one thing on the phone and resolves with what came of it, in words. Where no answer came, it is asked for once more under
 * the same name: the phone does it once.
 */
export function useScreenAction(deviceId: string): RunAction {
  const client = useClient();
  return async (action, onResult) => {
    const body = { ...action, action_id: crypto.randomUUID() };
    const act = () => client.call('actOnDevice', { params: { id: deviceId }, body });
    try {
      const result = await act().catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'no_response') return act();
        throw error;
      });
      onResult?.(result);
      return outcomeWords(result);
    } catch (error) {
      return error instanceof ApiError && error.detail !== null ? error.detail : texts.failed;
    }
  };
}

export function outcomeWords({ done, why, detail, confirmed }: ActionResult): string {
  if (why === 'seat_taken' && detail !== '') return detail;
  if (why !== null) return texts.refused[why] ?? texts.failed;
  if (!done) return texts.failed;
  if (confirmed === 'different') return texts.typedOther;
  if (confirmed === 'unconfirmed') return texts.typedUnsure;
  return confirmed === 'confirmed' ? texts.typed : texts.done;
}
