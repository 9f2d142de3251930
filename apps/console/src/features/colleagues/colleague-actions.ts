// The actions that the present state of a colleague's account allows. The server decides again.
import type { OperatorRow, operatorRoutes, ResponseOf } from '@pocketfleet/contract';
import type { Action, ActionField } from '../../parts/action.ts';
import type { RowAction } from '../../parts/row-menu.tsx';

export type Role = ResponseOf<typeof operatorRoutes.listRoles>['roles'][number];

const addressField: ActionField = {
  kind: 'text',
  name: 'email',
  label: 'Email address for alarms',
  hint: 'Optional. If it is empty, no alarms are mailed.',
};

function roleField(roles: readonly Role[], initial: string): ActionField {
  return {
    kind: 'choice',
    name: 'role',
    label: 'Role',
    initial,
    options: roles.map(({ role, title }) => ({ value: role, label: title })),
  };
}

/** A new account; its owner sets up an authenticator at the first sign-in. */
export function createColleague(roles: readonly Role[]): Action {
  return {
    title: 'Add a colleague',
    text: 'Hand over the password in person. Your colleague can change it under “Your account”, and sets up an authenticator at the first sign-in.',
    submit: 'Add the colleague',
    done: 'The account was created',
    fields: [
      { kind: 'text', name: 'username', label: 'Username' },
      { kind: 'secret', name: 'password', label: 'First password' },
      roleField(roles, roles.find(({ role }) => role === 'support')?.role ?? roles[0]?.role ?? ''),
      addressField,
    ],
    run: (client, values) =>
      client.call('createOperator', {
        body: {
          username: values.text('username'),
          password: values.secret('password'),
          role: values.text('role'),
          email: values.text('email') || null,
          reason: values.reason,
        },
      }),
  };
}

/** `ownId` is the signed-in operator: they can't lock themselves out. */
export function colleagueActions(row: OperatorRow, roles: readonly Role[], ownId: string): RowAction[] {
  const isSelf = row.id === ownId;
  return [
    ...(isSelf || roles.length < 2 ? [] : [changeRole(row, roles)]),
    changeAddress(row),
    ...(row.has_authenticator && !isSelf ? [resetAuthenticator(row)] : []),
    ...(isSelf ? [] : [row.is_disabled ? enable(row) : disable(row)]),
  ];
}

function changeRole({ id, username, role }: OperatorRow, roles: readonly Role[]): RowAction {
  return {
    label: 'Change the role',
    permission: 'operators_manage',
    action: {
      title: `Change the role of ${username}`,
      text: 'It takes effect immediately, and signs this colleague out everywhere.',
      submit: 'Change the role',
      done: `${username} has another role`,
      fields: [roleField(roles, role)],
      run: (client, values) =>
        client.call('updateOperator', {
          params: { id },
          body: { role: values.text('role'), reason: values.reason },
        }),
    },
  };
}

function changeAddress({ id, username, email }: OperatorRow): RowAction {
  return {
    label: 'Address for alarms',
    permission: 'operators_manage',
    action: {
      title: `Address of ${username}`,
      text: 'Each alarm is mailed to this address once, when it begins.',
      submit: 'Save',
      done: 'The address was saved',
      fields: [{ ...addressField, initial: email ?? '' }],
      run: (client, values) =>
        client.call('updateOperator', {
          params: { id },
          body: { email: values.text('email') || null, reason: values.reason },
        }),
    },
  };
}

function resetAuthenticator({ id, username }: OperatorRow): RowAction {
  return {
    label: 'Reset the authenticator',
    permission: 'operators_manage',
    action: {
      title: `Reset the authenticator of ${username}`,
      text: 'For a colleague who has lost it. The authenticator and its recovery codes become invalid, every session ends, and the colleague sets up a new one at the next sign-in. Make sure that the request is genuine.',
      submit: 'Reset the authenticator',
      isDangerous: true,
      done: `${username} sets up a new authenticator`,
      run: (client, { reason }) =>
        client.call('updateOperator', { params: { id }, body: { forget_authenticator: true, reason } }),
    },
  };
}

function disable({ id, username }: OperatorRow): RowAction {
  return {
    label: 'Disable',
    permission: 'operators_manage',
    action: {
      title: `Disable ${username}`,
      text: 'They can no longer sign in, and every session ends now. Their actions stay in the audit log.',
      submit: 'Disable',
      isDangerous: true,
      done: `${username} can’t sign in any more`,
      run: (client, { reason }) =>
        client.call('updateOperator', { params: { id }, body: { is_disabled: true, reason } }),
    },
  };
}

function enable({ id, username }: OperatorRow): RowAction {
  return {
    label: 'Enable',
    permission: 'operators_manage',
    action: {
      title: `Enable ${username}`,
      text: 'They can sign in again with the same password and authenticator.',
      submit: 'Enable',
      done: `${username} can sign in again`,
      run: (client, { reason }) =>
        client.call('updateOperator', { params: { id }, body: { is_disabled: false, reason } }),
    },
  };
}
