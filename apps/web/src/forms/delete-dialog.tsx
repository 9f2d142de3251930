// Asks before something is deleted, and says why it wasn't.
import { Banner, Button, Dialog, toast } from '@pocketfleet/ui';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { reasonOf } from '../api/errors.ts';

type Texts = {
  removeTitle: string;
  cancel: string;
  remove: string;
  removed: string;
  notDone(reason: string | null): string;
};

type Props = {
  texts: Texts;
  /** The sentence about the loss. */
  text: string;
  remove(): Promise<unknown>;
  /** The list that has it. */
  queryKey: QueryKey;
  onClose(): void;
};

export function DeleteDialog({ texts, text, remove, queryKey, onClose }: Props) {
  const queries = useQueryClient();
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: () => {
      toast.success(texts.removed);
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={texts.removeTitle}
      footer={
        <div className="flex justify-end gap-3">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button kind="danger" isBusy={removal.isPending} onClick={() => removal.mutate()}>
            {texts.remove}
          </Button>
        </div>
      }
    >
      {removal.error ? <Banner kind="error">{texts.notDone(reasonOf(removal.error))}</Banner> : null}
      <p className="break-words">{text}</p>
    </Dialog>
  );
}
