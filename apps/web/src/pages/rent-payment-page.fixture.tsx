// For test/payment.browser.test.ts.
import { renderForCustomer } from '../app/customer.fixture.tsx';
import { paths } from '../app/paths.ts';
import { RentPaymentPage } from './rent-payment-page.tsx';

renderForCustomer(paths.rentPayment, <RentPaymentPage />);
