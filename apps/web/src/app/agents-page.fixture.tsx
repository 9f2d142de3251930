// For test/agents.browser.test.ts.

import { AgentsPage } from '../pages/agents-page.tsx';
import { paths } from '../paths.ts';
import { renderForCustomer } from './customer.fixture.tsx';

renderForCustomer(paths.agents, <AgentsPage />);
