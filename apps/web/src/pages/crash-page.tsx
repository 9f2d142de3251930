import { Button, EmptyState } from '@pocketfleet/ui';
import { TriangleAlert } from 'lucide-react';

/** Shown when a page has thrown an error, or when one of its files could not be loaded. */
export function CrashPage() {
  return (
    <main className="mx-auto flex min-h-dvh max-w-[560px] flex-col justify-center p-6">
      <EmptyState
        isAlert
        icon={<TriangleAlert />}
        title="This page could not be shown"
        action={
          <Button kind="primary" onClick={() => location.reload()}>
            Reload the page
          </Button>
        }
      >
        Something went wrong on our side. Your phones are not affected.
      </EmptyState>
    </main>
  );
}
