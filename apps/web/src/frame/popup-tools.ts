// A popup's bar below the picture, and the menu of its last button.
import { isHeldElsewhere, type PhoneKey, type Player } from '@pocketfleet/stream-player';
import { saveFile } from '@pocketfleet/ui/save-file';
import * as texts from '#language/frame';
import { fileNameFor } from '../streams/file-name.ts';
import { createIcon, type PopupIcon } from './popup-icons.ts';

/** The bar and its menu. `onResult` receives a sentence about an action whose effect can't be seen on the phone. */
export function showPopupTools(player: Player, name: string, onResult: (text: string) => void) {
  const bar = document.createElement('div');
  bar.id = 'tools';
  bar.setAttribute('role', 'toolbar');
  bar.setAttribute('aria-label', texts.phoneBar);
  const press = (key: PhoneKey) => () => player.key(key);
  const keyboard = toolButton(texts.keyboard, 'keyboard', () => player.enterKeyboard());
  const screenshot = toolButton(
    texts.screenshot,
    'screenshot',
    () => void saveScreenshot(player, name).then(onResult),
  );
  const phoneTools = [
    toolButton(texts.back, 'back', press('back')),
    toolButton(texts.home, 'home', press('home')),
    toolButton(texts.recents, 'recents', press('recents')),
    toolButton(texts.rotate, 'rotate', () => player.rotate()),
    keyboard,
  ];
  player.on('keyboard', (isInPhone) => keyboard.setAttribute('aria-pressed', String(isInPhone)));

  /** Beside what can't be pressed, for fingers, which get no tooltip. */
  const reason = document.createElement('p');
  const menu = document.createElement('div');
  menu.id = 'menu';
  menu.popover = 'auto';
  const sound = menuButton(texts.turnSoundOn, () => {
    // A browser without a sound device refuses, and the entry shows that the sound is still off.
    void player.setMuted(!player.isMuted).catch(() => undefined);
  });
  player.on('muted', (isMuted) => {
    sound.textContent = isMuted ? texts.turnSoundOn : texts.turnSoundOff;
  });
  sound.textContent = player.isMuted ? texts.turnSoundOn : texts.turnSoundOff;
  const phoneEntries = [
    menuButton(texts.volumeUp, press('volume_up')),
    menuButton(texts.volumeDown, press('volume_down')),
    menuButton(texts.power, press('power')),
  ];
  const copy = menuButton(texts.copyScreenshot, () => void copyScreenshot(player).then(onResult));
  menu.append(reason, sound, ...phoneEntries, copy);
  menu.addEventListener('click', () => menu.hidePopover());
  const more = toolButton(texts.more, 'more', () => undefined);
  more.popoverTargetElement = menu;
  bar.append(...phoneTools, screenshot, more);

  let isControlling = true;
  const showReady = () => {
    const isReady = player.state.name === 'live' || player.state.name === 'stalled';
    const whyNot = isReady ? '' : texts.notReady;
    // The relay drops the input of a viewer without control.
    const whyNoInput = whyNot || (isControlling ? '' : texts.heldElsewhere);
    for (const button of [...phoneTools, ...phoneEntries]) setObstacle(button, whyNoInput);
    for (const button of [screenshot, copy]) setObstacle(button, whyNot);
    reason.textContent = whyNoInput;
    reason.hidden = whyNoInput === '';
  };
  player.on('state', showReady);
  player.on('role', ({ holder }) => {
    // If nobody has control, the next input takes it.
    isControlling = !isHeldElsewhere(holder);
    showReady();
  });
  showReady();
  // They come behind the picture: the frame's weight delays it. Without them the buttons do the same.
  void import('./popup-shortcuts.ts').then(
    ({ listenToShortcuts }) =>
      listenToShortcuts(player, () => screenshot.click(), onResult, [
        texts.onlyInTheSession,
        texts.couldNotPaste,
      ]),
    () => undefined,
  );
  return [bar, menu] as const;
}

/** With a reason the button can't be pressed, and its tooltip says why. */
function setObstacle(button: HTMLButtonElement, reason: string): void {
  button.disabled = reason !== '';
  button.title = [button.ariaLabel, reason].filter(Boolean).join('. ');
  button.ariaDescription = reason || null;
}

function toolButton(label: string, icon: PopupIcon, onClick: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.title = button.ariaLabel = label;
  button.append(createIcon(icon));
  button.addEventListener('click', onClick);
  return button;
}

function menuButton(label: string, onClick: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = label;
  button.addEventListener('click', onClick);
  return button;
}

async function saveScreenshot(player: Player, name: string): Promise<string> {
  const image = await player.screenshot();
  if (image === undefined) return texts.noScreenshot;
  saveFile(image, fileNameFor(name, new Date(), 'png'));
  return texts.screenshotSaved;
}

async function copyScreenshot(player: Player): Promise<string> {
  const image = await player.screenshot();
  if (image === undefined) return texts.noScreenshot;
  try {
    await navigator.clipboard.write([new ClipboardItem({ [image.type]: image })]);
    return texts.screenshotCopied;
  } catch {
    return texts.screenshotNotCopied;
  }
}
