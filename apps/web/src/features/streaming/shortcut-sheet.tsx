// All keys and gestures of the session, and the choice of the modifier. A default export, because it is loaded when needed.
import { exitChordName } from '@pocketfleet/stream-player';
import { DescriptionList, Dialog, SelectField } from '@pocketfleet/ui';
import * as texts from '#language/session';
import { modifiers, type Shortcut, shortcutKeys } from '../../streams/shortcuts.ts';
import type { Shortcuts } from './use-shortcuts.ts';

/** They do the same, as a phone turns only between upright and lying. */
const rotating = ['rotate', 'rotate_left', 'rotate_right'] as const;
type Shown = Exclude<Shortcut, 'rotate_left' | 'rotate_right'>;
const isShown = (shortcut: Shortcut): shortcut is Shown =>
  shortcut !== 'rotate_left' && shortcut !== 'rotate_right';

export default function ShortcutSheet(props: {
  shortcuts: Shortcuts;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
}) {
  const { shortcuts } = props;
  const namesOf = (shortcut: Shown) =>
    (shortcut === 'rotate' ? rotating : [shortcut])
      .flatMap((each) => shortcuts.nameOf(each) ?? [])
      .join(', ');
  const keys = (Object.keys(shortcutKeys) as Shortcut[])
    .filter(isShown)
    .map((shortcut) => [texts.shortcutLabels[shortcut], namesOf(shortcut) || texts.off] as const);
  const gestures = [
    [texts.typeIntoThePhone, texts.clickOrEnter],
    [texts.stopTyping, exitChordName()],
    [texts.back, texts.rightClick],
    [texts.home, texts.middleClick],
    [texts.pinch, texts.ctrlDrag],
    [texts.installOrSend, texts.dropIt],
  ] as const;
  return (
    <Dialog
      isOpen={props.isOpen}
      onOpenChange={props.onOpenChange}
      title={texts.keyboardShortcuts}
      description={texts.theyAlsoWorkWhileYouType}
    >
      <SelectField
        label={texts.modifier}
        value={shortcuts.modifier}
        options={modifiers.map((value) => ({ value, label: texts.modifierLabels[value] }))}
        onChange={(event) =>
          shortcuts.chooseModifier(modifiers.find((each) => each === event.target.value) ?? 'alt')
        }
      />
      <DescriptionList
        layout="rows"
        className="mt-4 border-hairline border-y"
        items={[...keys, ...gestures].map(([effect, name]) => [effect, <Keys key={effect} name={name} />])}
      />
    </Dialog>
  );
}

function Keys({ name }: { name: string }) {
  return (
    <kbd className="whitespace-nowrap rounded-key border border-control bg-sunken px-1.5 py-0.5 font-mono text-caption">
      {name}
    </kbd>
  );
}
