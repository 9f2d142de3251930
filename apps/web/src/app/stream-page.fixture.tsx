// For test/session-page.browser.test.ts and test/session-tools.browser.test.ts.

import { StreamPage } from '../pages/stream-page.tsx';
import { renderForCustomer } from './customer.fixture.tsx';

renderForCustomer('/devices/:id/stream', <StreamPage />);
