import { Button, EmptyState } from '@pocketfleet/ui';

/** A page of ours failed: says so, and offers a fresh start. */
export function CrashPage() {
  return (
    <main className="mx-auto max-w-xl p-6">
      <EmptyState
        isAlert
        title="This page failed"
        action={<Button onClick={() => location.reload()}>Reload</Button>}
      >
        Your last action was either done or refused; the audit log says which.
      </EmptyState>
    </main>
  );
}
