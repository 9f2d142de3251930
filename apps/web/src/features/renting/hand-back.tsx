import { Banner, Button, toast } from '@pocketfleet/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as texts from '#language/renting';
import { useClient } from '../../api/api-provider.tsx';
import { reasonOf } from '../../api/errors.ts';

/** Ends a rental early. The consequences are shown first, and confirmed once more. */
export function HandBack(props: { assignmentId: string; tag: string; onDone(): void }) {
  const client = useClient();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const handBack = useMutation({
    mutationFn: () => client.call('handBack', { params: { id: props.assignmentId } }),
    onSuccess: () => {
      toast.success(texts.isHandedBack(props.tag));
      props.onDone();
    },
    onSettled: () => queries.invalidateQueries(),
  });
  return (
    <section aria-labelledby="hand-back" className="mt-6 border-hairline border-t pt-5">
      <h3 id="hand-back" className="font-semibold">
        {texts.handBackEarly}
      </h3>
      <p className="mt-1 text-second">{texts.yourRentalOfThisPhone}</p>
      {handBack.isError ? (
        <div className="mt-3">
          <Banner kind="error">
            {texts.thePhoneCould}
            {reasonOf(handBack.error)}
          </Banner>
        </div>
      ) : null}
      <div className="mt-3 flex flex-wrap gap-3">
        {/* One button, so that the focus stays; a second click takes the first back and hands nothing back. */}
        <Button onClick={() => setAsking(!isAsking)}>{isAsking ? texts.keepThePhone : texts.handBack}</Button>
        {isAsking ? (
          <Button kind="danger" isBusy={handBack.isPending} onClick={() => handBack.mutateAsync()}>
            {texts.handBackWithoutARefund(props.tag)}
          </Button>
        ) : null}
      </div>
    </section>
  );
}
