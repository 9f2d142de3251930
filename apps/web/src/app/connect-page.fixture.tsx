// For test/connect.browser.test.ts. Its path decides which of the two pages is shown.
import { ConnectPage } from '../pages/connect-page.tsx';
import { ConnectedPage } from '../pages/connected-page.tsx';
import { paths } from '../paths.ts';
import { renderForCustomer } from './customer.fixture.tsx';

if (location.pathname === paths.connected) renderForCustomer(paths.connected, <ConnectedPage />);
else renderForCustomer(paths.connect, <ConnectPage />, { hasMain: true });
