import { Drawer } from '@pocketfleet/ui';
import * as texts from '#language/layout';
import { NavItems } from './nav-items.tsx';

type DrawerProps = { isOpen: boolean; onOpenChange(isOpen: boolean): void; onHelp(): void };

/** Under 1024 px: the same items in a drawer that keeps the focus. A default export, because it is loaded when opened. */
export default function NavDrawer({ isOpen, onOpenChange, onHelp }: DrawerProps) {
  const close = () => onOpenChange(false);
  return (
    <Drawer isOpen={isOpen} onOpenChange={onOpenChange} title={texts.brandNavigation()}>
      <NavItems
        isRail={false}
        onNavigate={close}
        onHelp={() => {
          close();
          onHelp();
        }}
      />
    </Drawer>
  );
}
