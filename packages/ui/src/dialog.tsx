import { useState } from 'react';
import type { DialogProps } from './dialog-box.tsx';
import { LazyBoundary, lazyWithRetry } from './lazy-boundary.tsx';

/** Fetches the code of dialogs, so that the first one opens at once. */
export const loadDialogs = () => import('./dialog-box.tsx');
const DialogBox = lazyWithRetry(loadDialogs);

/** A modal dialog. The focus stays inside and returns to its former place. Escape and the backdrop close the dialog. */
export function Dialog(props: DialogProps) {
  const [wasOpened, setWasOpened] = useState(props.isOpen);
  if (props.isOpen && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <LazyBoundary what="The dialog" over={{ isOpen: props.isOpen, onClose: () => props.onOpenChange(false) }}>
      <DialogBox {...props} />
    </LazyBoundary>
  );
}
