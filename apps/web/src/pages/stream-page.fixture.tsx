// For test/session-page.browser.test.ts.
import { renderForCustomer } from '../app/customer.fixture.tsx';
import { StreamPage } from './stream-page.tsx';

renderForCustomer('/devices/:id/stream', <StreamPage />);
