import { brand } from '@pocketfleet/rules';
import { Drawer, Logo } from '@pocketfleet/ui';
import { X } from 'lucide-react';
import { NavItems } from './nav-items.tsx';

type DrawerProps = { isOpen: boolean; onOpenChange(isOpen: boolean): void; onHelp(): void };

/** Under 1024 px: the same items in a drawer that keeps the focus. A default export, because it is loaded when opened. */
export default function NavDrawer({ isOpen, onOpenChange, onHelp }: DrawerProps) {
  const close = () => onOpenChange(false);
  return (
    <Drawer isOpen={isOpen} onOpenChange={onOpenChange} title={`${brand.name} navigation`}>
      <div className="mb-4 flex items-center justify-between pl-2">
        <Logo />
        <button
          type="button"
          onClick={close}
          aria-label="Close navigation"
          className="inline-flex size-9 items-center justify-center rounded-control text-second hover:bg-hover"
        >
          <X size={18} strokeWidth={1.75} aria-hidden="true" />
        </button>
      </div>
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
