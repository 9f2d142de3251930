// HTTP routes of operators' accounts and sessions.
import { operatorRoutes as routes } from '@pocketfleet/contract';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database.ts';
import type { SealKeys } from '../platform/sealed.ts';
import { listAuditLog } from './audit-log.ts';
import {
  createOperator,
  getOwnAccount,
  listOperators,
  listRoles,
  updateOperator,
  updateOwnAccount,
} from './operator-accounts.ts';
import type { OperatorCalls } from './operator-calls.ts';
import {
  changePassword,
  describeSession,
  type OperatorSession,
  signIn,
  signOut,
} from './operator-sessions.ts';
import { beginEnrolment, confirmEnrolment, enterCode, renewRecoveryCodes } from './second-factor.ts';

type Opened = { token: string; session: OperatorSession };

export function registerSessions(
  deps: { db: Db; clock: Clock; config: { demo: boolean; operatorSecretsKeys: SealKeys } },
  { attempt, act }: OperatorCalls,
): void {
  const open = (
    call: { signInBrowser: (token: string, isComplete: boolean) => void },
    { token, session }: Opened,
  ) => {
    call.signInBrowser(token, session.step === 'done');
    return describeSession(session);
  };
  attempt(routes.signIn, async (call) => {
    call.note({ username: call.body.username });
    const opened = await signIn(deps, call.body, call);
    call.actAs(opened.session);
    return open(call, opened);
  });
  attempt(routes.enterCode, async (call) =>
    open(call, await enterCode(deps, call.operator, call.body.code, call)),
  );
  attempt(routes.beginTotp, (call) => beginEnrolment(deps, call.operator));
  attempt(routes.confirmTotp, async (call) => {
    const { recovery_codes, ...opened } = await confirmEnrolment(
      deps,
      { ...call.body, from: call },
      call.operator,
      call.record,
    );
    return { ...open(call, opened), recovery_codes };
  });
  attempt(routes.getSession, async (call) => describeSession(call.operator));
  act(routes.signOut, async (call) => {
    await signOut(call.db, call.operator);
    call.signOutBrowser();
    return { message: 'You are signed out.' };
  });
  attempt(routes.changePassword, async (call) => {
    await changePassword(deps, call.operator, call.body, call.record);
    return { message: 'Your password was changed.' };
  });
  attempt(routes.createRecoveryCodes, (call) =>
    renewRecoveryCodes(deps, { ...call.body, from: call }, call.operator, call.record),
  );
  attempt(routes.getOwnAccount, ({ db, operator }) => getOwnAccount(db, operator.operator_id));
  act(routes.updateOwnAccount, ({ db, operator, body }) =>
    updateOwnAccount(db, operator.operator_id, body.email),
  );
  attempt(routes.listOperators, ({ db, query }) => listOperators(db, query));
  attempt(routes.listRoles, async ({ db }) => ({ roles: await listRoles(db) }));
  act(routes.createOperator, async ({ db, body, about }) => {
    const made = await createOperator(db, body);
    about(made.id);
    return made;
  });
  act(routes.updateOperator, ({ db, params, body }) => updateOperator(db, params.id, body));
  attempt(routes.listAuditLog, ({ db, query }) => listAuditLog(db, query));
}
