// For test/payment.browser.test.ts.

import { RentPaymentPage } from '../pages/rent-payment-page.tsx';
import { paths } from '../paths.ts';
import { renderForCustomer } from './customer.fixture.tsx';

renderForCustomer(paths.rentPayment, <RentPaymentPage />);
