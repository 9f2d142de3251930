import { Dialog } from '@pocketfleet/ui';
import { useEffect, useEffectEvent } from 'react';
import { z } from 'zod';

const answer = z.object({ type: z.literal('payment_challenge_answered'), id: z.string() });

/** 3-D Secure: the bank's own page asks. It says when it was answered; closing the dialog leaves it unanswered. */
export function ChallengeDialog(props: { url: string; intentId: string; onAnswered(): void }) {
  const { url, intentId } = props;
  const answered = useEffectEvent(props.onAnswered);
  useEffect(() => {
    const { origin } = new URL(url);
    const listen = (event: MessageEvent) => {
      if (event.origin !== origin) return;
      if (answer.safeParse(event.data).data?.id === intentId) answered();
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, [url, intentId]);
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) props.onAnswered();
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
