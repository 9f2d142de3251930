import { MenuOnDemand } from '@pocketfleet/ui';
import { lazy } from 'react';
import { UserMenuButton } from './user-menu-button.tsx';

const load = () => import('./user-menu-open.tsx');
const UserMenuOpen = lazy(load);

export function UserMenu() {
  return <MenuOnDemand button={<UserMenuButton />} menu={<UserMenuOpen />} load={load} />;
}
