// For test/rent-page.browser.test.ts.
import { RentPage } from '../pages/rent-page.tsx';
import { paths } from '../paths.ts';
import { renderForCustomer } from './customer.fixture.tsx';

renderForCustomer(paths.rent, <RentPage />);
