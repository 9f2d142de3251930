import { Toaster as Sonner, toast } from 'sonner';

export { toast };

/** Toasts of the whole page: at most 3 visible, 4000 ms each (spec section 9). */
export function Toaster({ theme }: { theme: 'light' | 'dark' }) {
  return (
    <Sonner
      theme={theme}
      visibleToasts={3}
      duration={4000}
      position="bottom-right"
      closeButton
      style={{ fontFamily: 'var(--font-sans)' }}
      toastOptions={{
        style: {
          background: 'var(--pf-surface)',
          color: 'var(--pf-main)',
          border: '1px solid var(--pf-control)',
          borderRadius: 12,
          boxShadow: 'var(--pf-popover)',
          fontSize: 14,
        },
        descriptionClassName: 'pf-toast-description',
      }}
    />
  );
}
