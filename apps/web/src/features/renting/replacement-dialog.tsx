import type { ReplacementChoice } from '@pocketfleet/contract';
import { usd } from '@pocketfleet/rules';
import { Banner, Button, Dialog, toast } from '@pocketfleet/ui';
import { browserZone, formatMoment } from '@pocketfleet/ui/format';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as texts from '#language/renting';
import { useClient } from '../../api/api-provider.tsx';
import { requestSentence } from '../../api/errors.ts';
import { androidInWords, ModelPicture } from './model-picture.tsx';

type Props = { choice: ReplacementChoice; onClose(): void };
type Chosen = { choice: 'model'; model: string } | { choice: 'refund' };

const besideButton = { flex: '1 1 14rem' };

/** Another model for the rest of the rental, or its refund. */
export function ReplacementDialog({ choice, onClose }: Props) {
  const client = useClient();
  const queries = useQueryClient();
  const choose = useMutation({
    mutationFn: (body: Chosen) =>
      client.call('chooseReplacement', { params: { id: choice.assignment_id }, body }),
    onSuccess: (_answer, body) => {
      toast.success(
        body.choice === 'model' ? texts.chosenModel(body.model) : texts.refundSentence(choice.refund_amount),
      );
      onClose();
    },
    // A refused choice may be out of date: the list shows what is still free.
    onSettled: () => queries.invalidateQueries(),
  });
  const until = formatMoment(Date.parse(choice.decide_by), browserZone());
  const isBusy = (body: Chosen) =>
    choose.isPending && JSON.stringify(choose.variables) === JSON.stringify(body);
  const refund: Chosen = { choice: 'refund' };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={texts.chooseFor(choice.tag)}
      description={texts.noOtherIsFree(choice.model, until)}
      footer={
        // In sight below every list of models.
        <section aria-labelledby="refund-of-the-rest" className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <div style={besideButton}>
            <h3 id="refund-of-the-rest" className="font-semibold">
              {texts.refundOfTheRest}
            </h3>
            <p className="mt-1 text-second">
              {choice.refund_amount > 0 ? texts.theRentalEnds(usd(choice.refund_amount)) : texts.lessThanADay}
            </p>
          </div>
          <Button isBusy={isBusy(refund)} disabled={choose.isPending} onClick={() => choose.mutate(refund)}>
            {choice.refund_amount > 0 ? texts.refundNow(usd(choice.refund_amount)) : texts.endWithoutRefund}
          </Button>
        </section>
      }
    >
      {choose.isError ? (
        <div className="mb-4">
          <Banner kind="error">{requestSentence(choose.error)}</Banner>
        </div>
      ) : null}
      <section aria-labelledby="another-model">
        <h3 id="another-model" className="font-semibold">
          {texts.anotherModelNow}
        </h3>
        <p className="mt-1 text-second">
          {choice.models.length === 0 ? texts.noOtherModelIsFree : texts.theNewPhoneStartsEmpty}
        </p>
        <ul className="mt-3 grid gap-2" aria-live="polite">
          {choice.models.map(({ model, android_versions, free }) => (
            <li
              key={model}
              className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border border-hairline p-3"
            >
              <ModelPicture model={model} />
              <span className="min-w-24 flex-1">
                <span className="block font-medium">{model}</span>
                <span className="block text-second text-small">
                  {[androidInWords(android_versions), texts.free(free)].filter(Boolean).join(', ')}
                </span>
              </span>
              <Button
                isBusy={isBusy({ choice: 'model', model })}
                disabled={choose.isPending}
                onClick={() => choose.mutate({ choice: 'model', model })}
              >
                {texts.takeModel(model)}
              </Button>
            </li>
          ))}
        </ul>
      </section>
    </Dialog>
  );
}
