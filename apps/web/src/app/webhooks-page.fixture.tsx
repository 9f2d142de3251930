// For test/webhooks.browser.test.ts.

import { WebhooksPage } from '../pages/webhooks-page.tsx';
import { paths } from '../paths.ts';
import { renderForCustomer } from './customer.fixture.tsx';

renderForCustomer(paths.webhooks, <WebhooksPage />);
