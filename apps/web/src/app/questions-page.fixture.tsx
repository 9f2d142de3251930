// For test/questions.browser.test.ts.

import { QuestionsPage } from '../pages/questions-page.tsx';
import { paths } from '../paths.ts';
import { renderForCustomer } from './customer.fixture.tsx';

renderForCustomer(paths.questions, <QuestionsPage />);
