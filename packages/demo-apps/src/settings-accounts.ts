// The accounts page of Settings: lists, adds and removes accounts of the current user.
import type { AppServices, Row, Scene } from '@pocketfleet/phone-screen';
import { TextField } from '@pocketfleet/phone-screen';

export interface AccountsPage {
  /** Set while an account is being typed. */
  readonly field: TextField | undefined;
  rows(): Row[];
  /** Draws the field above the rows and returns its height. */
  drawHead(scene: Scene, y: number): number;
  /** True if the page has handled the back key itself. */
  onBack(): boolean;
  /** Adds the typed account. */
  confirm(): boolean;
  /** A summary for the row that opens this page. */
  summary(): string;
}

const ACCOUNT_TYPE = 'com.example.mail';
const HEAD_DP = 76;
const NAME_LIMIT = 200;

export function createAccountsPage(services: AppServices): AccountsPage {
  const { accounts } = services;
  let field: TextField | undefined;
  let shown: { readonly name: string; readonly type: string } | undefined;

  const leave = () => {
    field = undefined;
    shown = undefined;
    services.invalidate();
  };
  const confirm = () => {
    if (!field) return false;
    const name = field.value.trim().slice(0, NAME_LIMIT);
    if (name !== '') accounts.add({ name, type: ACCOUNT_TYPE });
    leave();
    return true;
  };
  const rows = (): Row[] => {
    if (field) return [{ icon: 'check', title: 'Save account', onTap: confirm }];
    if (shown) {
      const account = shown;
      const remove = () => {
        accounts.remove(account);
        leave();
      };
      return [
        { icon: 'person', title: account.name, detail: account.type },
        { icon: 'delete', title: 'Remove account', onTap: remove },
      ];
    }
    const list = accounts.list().map((account) => ({
      icon: 'person',
      title: account.name,
      detail: account.type,
      onTap: () => {
        shown = account;
      },
    }));
    const add = () => {
      field = new TextField(services.invalidate);
    };
    return [...list, { icon: 'person_add', title: 'Add account', onTap: add }];
  };
  return {
    get field() {
      return field;
    },
    rows,
    confirm,
    drawHead(scene, y) {
      if (!field) return 0;
      const theme = services.theme();
      scene.rounded({ x: 16, y, width: scene.width - 32, height: 56 }, 14, theme.raised);
      const text = field.value === '' ? 'Email or user name' : field.value;
      const color = field.value === '' ? theme.secondText : theme.text;
      scene.text(text, 34, y + 34, { size: 16.5, color, maxWidth: scene.width - 68 });
      return HEAD_DP;
    },
    onBack() {
      if (!field && !shown) return false;
      leave();
      return true;
    },
    summary() {
      const count = accounts.list().length;
      if (count === 0) return 'No accounts';
      return count === 1 ? '1 account' : `${count} accounts`;
    },
  };
}
