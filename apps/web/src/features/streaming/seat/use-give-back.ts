import { toast } from '@pocketfleet/ui';
import { useMutation } from '@tanstack/react-query';
import * as texts from '#language/seat';
import { useClient } from '../../../api/api-provider.tsx';
import { reasonOf } from '../../../api/errors.ts';
import { useWorkspace } from '../../../session/use-workspace.ts';
import { useSessionPage } from '../session-page-context.ts';

/** Gives the phone back to the others. Undefined for those who don't have it, and while nobody knows who has it. */
export function useGiveBack(): { isBusy: boolean; run(): void } | undefined {
  const { device, live } = useSessionPage();
  const client = useClient();
  const mayControl = useWorkspace()?.permissions.includes('control') ?? false;
  const give = useMutation({
    mutationFn: () => client.call('giveSeat', { params: { id: device.id } }),
    onSuccess: () => toast.success(texts.givenBack),
    onError: (error) => toast.error(texts.notDone(reasonOf(error))),
  });
  const { name } = live.state;
  const isKnown = name !== 'ended' && name !== 'connecting' && name !== 'reconnecting';
  if (!mayControl || !isKnown || live.holder.kind !== 'this_window') return undefined;
  return { isBusy: give.isPending, run: () => give.mutate() };
}
