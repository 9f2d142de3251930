import { Banner, Button, CopyButton, toast } from '@pocketfleet/ui';
import * as texts from '#language/webhooks';

/** The secret, which is shown this once. */
export function WebhookSecret(props: { secret: string; isRotated: boolean; onDone(): void }) {
  return (
    <div className="flex flex-col gap-5">
      <Banner kind="warning">{texts.secretLead}</Banner>
      <div className="flex flex-col gap-2">
        <div className="flex items-center justify-between gap-3">
          <h3 className="font-medium">{texts.secret}</h3>
          <CopyButton
            value={props.secret}
            label={texts.theSecret}
            onCopied={() => toast.success(texts.copied(texts.theSecret))}
            onFailed={() => toast.error(texts.copyFailed)}
          />
        </div>
        <code className="select-all break-all rounded-control bg-sunken px-4 py-3 font-mono text-small">
          {props.secret}
        </code>
        <p className="text-second">{texts.secretUse}</p>
        {props.isRotated ? <p className="text-second">{texts.bothSecrets}</p> : null}
      </div>
      <Button kind="primary" className="self-end" onClick={props.onDone}>
        {texts.done}
      </Button>
    </div>
  );
}
