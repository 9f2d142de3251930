import { Dialog } from '@pocketfleet/ui';
import { useEffect, useEffectEvent } from 'react';
import { z } from 'zod';

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
      title="Confirm with your bank"
      description="Your bank asks whether it is you who pays."
    >
      <iframe
        src={url}
        title="3D Secure"
        className="h-80 w-full rounded-control border border-hairline bg-white"
      />
    </Dialog>
  );
}
