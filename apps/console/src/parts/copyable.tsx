import { CopyButton, toast } from '@pocketfleet/ui';

/** A copy button that shows in a toast whether it worked. */
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
