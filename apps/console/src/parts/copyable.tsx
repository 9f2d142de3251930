import { CopyButton, toast } from '@pocketfleet/ui';

/** A button that copies, and says what came of it. */
export function Copyable({ value, label }: { value: string; label: string }) {
  return (
    <CopyButton
      value={value}
      label={label}
      onCopied={() => toast.success('Copied')}
      onFailed={() => toast.error('The browser refused to copy. Select the text and copy it.')}
    />
  );
}
