// For test/live-note.browser.test.ts.
import { CutOffNote } from '../features/layout/cut-off-note.tsx';
import { LiveEventsProvider } from '../live/live-events-provider.tsx';
import { useUser } from '../session/auth-provider.tsx';
import { renderForCustomer } from './customer.fixture.tsx';

function Name() {
  return <p>{useUser().first_name}</p>;
}

renderForCustomer(
  '/page',
  <LiveEventsProvider>
    <h1>A page</h1>
    <Name />
    <CutOffNote />
  </LiveEventsProvider>,
);
