import { Dialog } from '@pocketfleet/ui';
import { useEffect, useEffectEvent } from 'react';
import { z } from 'zod';
import * as texts from '#language/payment';

const challengeAnswered = z.object({ type: z.literal('payment_challenge_answered'), id: z.string() });

/** 3-D Secure: the bank's own page posts a message when the cardholder has decided; closing the dialog decides nothing. */
export function ChallengeDialog(props: { url: string; intentId: string; onClosed(): void }) {
  const { url, intentId } = props;
  const closed = useEffectEvent(props.onClosed);
  useEffect(() => {
    const { origin } = new URL(url);
    const listen = (event: MessageEvent) => {
      if (event.origin !== origin) return;
      if (challengeAnswered.safeParse(event.data).data?.id === intentId) closed();
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, [url, intentId]);
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) props.onClosed();
      }}
      title={texts.confirmWithYourBank}
      description={texts.yourBankAsksWhether}
    >
      <iframe
        src={url}
        title={texts.threeDSecure}
        className="h-80 w-full rounded-control border border-hairline bg-white"
      />
    </Dialog>
  );
}
