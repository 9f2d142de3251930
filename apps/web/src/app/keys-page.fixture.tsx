// For test/keys.browser.test.ts.

import { KeysPage } from '../pages/keys-page.tsx';
import { paths } from '../paths.ts';
import { renderForCustomer } from './customer.fixture.tsx';

renderForCustomer(paths.keys, <KeysPage />);
