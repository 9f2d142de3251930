// For test/rent-page.browser.test.ts.
import { RentRequestPage } from '../pages/rent-request-page.tsx';
import { paths } from '../paths.ts';
import { renderForCustomer } from './customer.fixture.tsx';

renderForCustomer(paths.rentRequest, <RentRequestPage />);
