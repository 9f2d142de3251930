// For test/second-factors.browser.test.ts.
import { SettingsPage } from '../pages/settings-page.tsx';
import { paths } from '../paths.ts';
import { renderForCustomer } from './customer.fixture.tsx';

renderForCustomer(paths.settings, <SettingsPage />);
