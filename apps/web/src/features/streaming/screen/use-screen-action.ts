import { ApiError } from '@pocketfleet/client';
import type { ActionResult, ScreenAction } from '@pocketfleet/contract';
import * as texts from '#language/screen';
import { useClient } from '../../../api/api-provider.tsx';

export type RunAction = (action: ScreenAction) => Promise<string>;

/** Does one thing on the phone and resolves with what came of it, in words. */
export function useScreenAction(deviceId: string, onResult?: (result: ActionResult) => void): RunAction {
  const client = useClient();
  return async (action) => {
    try {
      const result = await client.call('actOnDevice', { params: { id: deviceId }, body: action });
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
