// For test/team-budget.browser.test.ts.
import { TeamPage } from '../pages/team-page.tsx';
import { panelRoutes } from '../paths.ts';
import { renderForCustomer } from './customer.fixture.tsx';

renderForCustomer(panelRoutes.team, <TeamPage />);
