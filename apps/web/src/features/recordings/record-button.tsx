// In the bar of the session page: begins and ends the phone's recording. A default export, because it is loaded after the picture.
import type { Player } from '@pocketfleet/stream-player';
import { Button, toast } from '@pocketfleet/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Circle, Square } from 'lucide-react';
import { useEffect, useState } from 'react';
import * as texts from '#language/recordings';
import { useClient } from '../../api/api-provider.tsx';
import { reasonOf } from '../../api/errors.ts';
import { recordingsKey } from './recordings-key.ts';

/** The player hears whether the phone is recorded, no matter who began it. */
export default function RecordButton({ deviceId, player }: { deviceId: string; player: Player | null }) {
  const client = useClient();
  const queries = useQueryClient();
  const [by, setBy] = useState<string | null>(null);
  useEffect(() => player?.on('recording', setBy), [player]);
  const isRecorded = by !== null;
  const toggle = useMutation({
    mutationFn: async () => {
      if (!isRecorded) return client.call('startRecording', { params: { id: deviceId }, body: {} });
      // Looked up now: somebody else may have ended one and begun another.
      const query = { phone: deviceId, limit: 1 };
      const { recordings } = await client.call('listRecordings', { query });
      const running = recordings.find(({ state }) => state === 'recording');
      if (running === undefined) throw new Error('the recording is not in the list');
      return client.call('stopRecording', { params: { id: running.id } });
    },
    onSuccess: () => toast.success(isRecorded ? texts.stopped : texts.started),
    onError: (error) => toast.error(texts.notDone(reasonOf(error))),
    onSettled: () => queries.invalidateQueries({ queryKey: recordingsKey }),
  });
  return (
    <Button
      size="small"
      icon={
        isRecorded ? <Square size={14} /> : <Circle size={14} className="fill-error-bar text-error-bar" />
      }
      className="max-sm:px-1.5"
      aria-pressed={isRecorded}
      isBusy={toggle.isPending}
      onClick={() => toggle.mutate()}
    >
      <span className="max-2xl:sr-only">{isRecorded ? texts.stop : texts.record}</span>
    </Button>
  );
}
