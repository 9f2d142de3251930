import { CircleAlert, SearchX, Smartphone } from 'lucide-react';
import { Banner, Button, EmptyState, Skeleton, Spinner, StatusDot, toast } from '../src/index.ts';
import { Sheet, Specimen } from './sheet.tsx';

const kinds = ['info', 'success', 'warning', 'error'] as const;
const states = ['online', 'offline', 'scheduled', 'warning', 'error', 'done'] as const;

export function Messages() {
  return (
    <Sheet title="Messages and states">
      <Specimen name="Banner: four kinds, and with an action" onInk>
        <div className="grid w-full gap-3">
          {kinds.map((kind) => (
            <Banner key={kind} kind={kind}>
              What happened, and what it means ({kind}).
            </Banner>
          ))}
          <Banner kind="warning" action={<Button size="small">Sign in</Button>}>
            Your session has ended.
          </Banner>
        </div>
      </Specimen>
      <Specimen name="Toast: 4 seconds, at most three at once">
        <Button onClick={() => toast.success('Message sent successfully!')}>Success</Button>
        <Button onClick={() => toast.error('Error loading devices')}>Error</Button>
        <Button onClick={() => toast.info('Device list refreshed', { description: 'Just now' })}>Info</Button>
      </Specimen>
      <Specimen name="StatusDot: an icon and a word" onInk>
        {states.map((kind) => (
          <StatusDot key={kind} kind={kind}>
            {kind}
          </StatusDot>
        ))}
      </Specimen>
      <Specimen name="Spinner: silent, announced" onInk>
        <Spinner />
        <Spinner size={24} label="Loading" />
      </Specimen>
      <Specimen name="Skeleton: has the final size" onInk>
        <Skeleton className="h-4 w-48" />
        <Skeleton className="h-9 w-24" />
      </Specimen>
      <Specimen name="EmptyState: empty, no match, failed">
        <div className="grid w-full gap-4 lg:grid-cols-3">
          <EmptyState icon={<Smartphone />} title="No devices found" action={<Button>Refresh List</Button>}>
            You don't have any devices assigned to your account yet.
          </EmptyState>
          <EmptyState icon={<SearchX />} title="Nothing matches" action={<Button>Clear search</Button>} />
          <EmptyState
            icon={<CircleAlert />}
            title="Failed to Load History"
            isAlert
            action={<Button kind="primary">Retry</Button>}
          >
            The server did not answer.
          </EmptyState>
        </div>
      </Specimen>
    </Sheet>
  );
}
