import { lazyWithRetry, MenuOnDemand } from '@pocketfleet/ui';
import { UserMenuButton } from './user-menu-button.tsx';

const load = () => import('./user-menu-open.tsx');
const UserMenuOpen = lazyWithRetry(load);

export function UserMenu() {
  return <MenuOnDemand button={<UserMenuButton />} menu={<UserMenuOpen />} load={load} />;
}
