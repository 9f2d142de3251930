import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const origin = 'https://phones.example';
const address = '/frame/4711?quality=focus';
type Popup = { closed: boolean; location: { pathname: string; replace(url: URL): void }; focus(): void };
let named: Map<string, Popup>;
let panel: EventTarget;
let questions: unknown[];
let popups: typeof import('./popup-registry.ts');

function popupAt(pathname: string): Popup {
  const location = {
    pathname,
    replace: vi.fn((url: URL) => {
      location.pathname = url.pathname;
    }),
  };
  return { closed: false, location, focus: vi.fn() };
}

async function loadPanel(): Promise<void> {
  vi.resetModules();
  panel = Object.assign(new EventTarget(), {
    location: { origin, href: `${origin}/devices?view=mosaic` },
    screen: { availWidth: 1440, availHeight: 900 },
    open(_: string, name: string) {
      const popup = named.get(name) ?? popupAt('blank');
      named.set(name, popup);
      return popup;
    },
  });
  vi.stubGlobal('window', panel);
  popups = await import('./popup-registry.ts');
}

beforeEach(async () => {
  vi.useFakeTimers();
  [named, questions] = [new Map(), []];
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage = (question: unknown) => void questions.push(question);
      close = () => undefined;
    },
  );
  await loadPanel();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const post = (from: { origin: string; source: unknown; data: unknown }) =>
  panel.dispatchEvent(Object.assign(new Event('message'), from));
const notice = { from: 'pocketfleet-popup', device_id: '4711' };

it('opens a phone’s popup once and focuses it from then on', () => {
  const leave = popups.listenToPopups(() => undefined);
  popups.showPopup('4711', address);
  leave();
  popups.listenToPopups(() => undefined);
  expect([...popups.getPopups().keys()]).toEqual(['4711']);
  popups.showPopup('4711', address);
  const popup = named.get('phone-4711');
  expect(popup?.location.replace).toHaveBeenCalledOnce();
  expect(popup?.focus).toHaveBeenCalledTimes(2);
});

it('after a reload it finds the popup by its name and doesn’t load it again', async () => {
  popups.showPopup('4711', address);
  await loadPanel();
  popups.showPopup('4711', address);
  expect(named.get('phone-4711')?.location.replace).toHaveBeenCalledOnce();
});

it('after a reload it asks for open popups and accepts responses of its own origin', async () => {
  const onChange = vi.fn();
  popups.listenToPopups(onChange);
  expect(questions).toEqual(['who_is_open']);
  const popup = popupAt('/frame/4711');
  post({ origin: 'https://evil.example', source: popup, data: notice });
  expect(popups.getPopups().size).toBe(0);
  post({ origin, source: popup, data: notice });
  expect(popups.getPopups().get('4711')).toBe(popup);
  expect(onChange).toHaveBeenCalledOnce();
  popup.closed = true;
  vi.advanceTimersByTime(1_000);
  expect(popups.getPopups().size).toBe(0);
});

it('shows the phone again in a popup that shows another page', () => {
  popups.showPopup('4711', address);
  const popup = named.get('phone-4711');
  if (popup) popup.location.pathname = '/devices';
  popups.showPopup('4711', address);
  expect(popup?.location.pathname).toBe('/frame/4711');
});
