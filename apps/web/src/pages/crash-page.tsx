import { Button, EmptyState } from '@pocketfleet/ui';
import { TriangleAlert } from 'lucide-react';
import * as texts from '#language/layout';

/** Shown when a page has thrown an error, or when one of its files could not be loaded. */
export function CrashPage() {
  return (
    <main className="mx-auto flex min-h-dvh max-w-[560px] flex-col justify-center p-6">
      <EmptyState
        isAlert
        icon={<TriangleAlert />}
        title={texts.thisPageCouldNotBeShown}
        action={
          <Button kind="primary" onClick={() => location.reload()}>
            {texts.reloadThePage}
          </Button>
        }
      >
        {texts.somethingWentWrong}
      </EmptyState>
    </main>
  );
}
