import { buttonClass, EmptyState } from '@pocketfleet/ui';
import { Link } from 'react-router';
import { Page } from '../parts/list-page.tsx';
import { paths } from '../paths.ts';

export function NotFoundPage() {
  return (
    <Page title="Not found">
      <EmptyState
        title="Page not found"
        action={
          <Link to={paths.now} className={buttonClass()}>
            To the fleet
          </Link>
        }
      >
        The address may be mistyped, or the page has moved.
      </EmptyState>
    </Page>
  );
}
