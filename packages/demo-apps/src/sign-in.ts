// A form with a user name and a password, as apps have it. It signs in nobody: what is typed is forgotten with the app.
import type { App, AppServices, Scene } from '@pocketfleet/phone-screen';
import { drawButton, TextField } from '@pocketfleet/phone-screen';

const SIDE = 24;
const FIELD = 56;
const DOT = '•';

export function createSignIn(services: AppServices): App {
  const name = new TextField(services.invalidate);
  const password = new TextField(services.invalidate);
  let focused: TextField = name;
  let isShown = false;
  let outcome = '';

  const focus = (field: TextField) => () => {
    focused = field;
    services.invalidate();
  };
  const submit = () => {
    outcome =
      name.value === '' || password.value === ''
        ? 'Enter your user name and password'
        : `Signed in as ${name.value}`;
    if (outcome.startsWith('Signed')) password.clear();
    services.invalidate();
  };

  const drawField = (scene: Scene, y: number, field: TextField, hint: string, isPassword: boolean) => {
    const theme = services.theme();
    const width = scene.width - 2 * SIDE;
    const text = isPassword && !isShown ? DOT.repeat(field.value.length) : field.value;
    const view = {
      className: 'EditText',
      id: isPassword ? 'secret_field' : 'user_field',
      text,
      hint,
      isEditable: true,
      isFocused: focused === field,
      cursor: field.beforeCursor.length,
      onTap: focus(field),
      ...(isPassword && !isShown ? { isPassword: true } : {}),
    };
    scene.view({ x: SIDE, y, width, height: FIELD }, view, () => {
      scene.rounded({ x: SIDE, y, width, height: FIELD }, 14, theme.raised);
      const shown = text === '' ? hint : text;
      const color = text === '' ? theme.secondText : theme.text;
      scene.text(shown, SIDE + 18, y + 34, 16.5, color, { maxWidth: width - 36 });
    });
  };

  return {
    get field() {
      return focused;
    },
    draw(scene) {
      const theme = services.theme();
      const { top } = scene.insets;
      const width = scene.width - 2 * SIDE;
      scene.rect(scene.bounds, theme.background);
      scene.text('Sign in', SIDE, top + 64, 28, theme.text, { weight: 500, id: 'title' });
      drawField(scene, top + 96, name, 'User name', false);
      drawField(scene, top + 168, password, 'Password', true);
      const eye = { x: SIDE, y: top + 232, width: 180, height: 44 };
      const toggle = () => {
        isShown = !isShown;
        services.invalidate();
      };
      scene.view(
        eye,
        { className: 'Button', id: 'eye', text: isShown ? 'Hide password' : 'Show password', onTap: toggle },
        () => scene.text(isShown ? 'Hide password' : 'Show password', SIDE + 4, top + 260, 14, theme.accent),
      );
      const button = { x: SIDE, y: top + 288, width, height: 52 };
      drawButton(scene, button, {
        id: 'submit',
        text: 'Sign in',
        ground: theme.accent,
        color: theme.background,
        onTap: submit,
      });
      if (outcome !== '')
        scene.text(outcome, SIDE, top + 376, 15, theme.text, { maxWidth: width, id: 'outcome' });
    },
  };
}
