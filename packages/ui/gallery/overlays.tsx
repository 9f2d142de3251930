import { useState } from 'react';
import { Button, Dialog, Drawer, LazyBoundary, lazyWithRetry } from '../src/index.ts';
import { Sheet, Specimen } from './sheet.tsx';

const LostPart = lazyWithRetry<object>(() => Promise.reject(new Error('not there')));

type Shown = 'none' | 'dialog' | 'long' | 'drawer';

export function Overlays() {
  const [shown, setShown] = useState<Shown>('none');
  const openChange = (which: Shown) => (isOpen: boolean) => setShown(isOpen ? which : 'none');
  return (
    <Sheet title="Overlays">
      <Specimen name="Dialog: short, long with a footer">
        <Button onClick={() => setShown('dialog')}>Open dialog</Button>
        <Button onClick={() => setShown('long')}>Open long dialog</Button>
      </Specimen>
      <Specimen name="Drawer: under 1024 px">
        <Button onClick={() => setShown('drawer')}>Open drawer</Button>
      </Specimen>
      <Specimen name="LazyBoundary: a part that could not be loaded">
        <LazyBoundary what="The calendar">
          <LostPart />
        </LazyBoundary>
      </Specimen>
      <Dialog
        isOpen={shown === 'dialog'}
        onOpenChange={openChange('dialog')}
        title="Help"
        description="Write to the team."
      >
        <p>Everything that can be done here.</p>
      </Dialog>
      <Dialog
        isOpen={shown === 'long'}
        onOpenChange={openChange('long')}
        title="Terms and Conditions"
        footer={
          <Button kind="primary" size="large" className="w-full" onClick={() => setShown('none')}>
            I Agree
          </Button>
        }
      >
        {Array.from({ length: 30 }, (_, index) => `Paragraph ${index + 1} of a long text.`).map((text) => (
          <p key={text} className="mt-3">
            {text}
          </p>
        ))}
      </Dialog>
      <Drawer isOpen={shown === 'drawer'} onOpenChange={openChange('drawer')} title="Navigation">
        <Button onClick={() => setShown('none')}>Devices</Button>
      </Drawer>
    </Sheet>
  );
}
