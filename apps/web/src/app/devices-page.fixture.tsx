// For test/many-phones.browser.test.ts.
import { DevicesPage } from '../pages/devices-page.tsx';
import { renderForCustomer } from './customer.fixture.tsx';

renderForCustomer('/devices', <DevicesPage />);
