// Every call of the operators' API. A route that is not here does not exist.
import * as calendar from './operator-calendar.ts';
import * as cleaning from './operator-cleaning.ts';
import * as customers from './operator-customers.ts';
import * as fleet from './operator-fleet.ts';
import * as hosts from './operator-hosts.ts';
import * as orders from './operator-orders.ts';
import * as session from './operator-session.ts';
import * as workspaces from './operator-workspaces.ts';

export const operatorRoutes = {
  signIn: session.operatorSignIn,
  enterCode: session.operatorSignInCode,
  beginTotp: session.beginTotp,
  confirmTotp: session.confirmTotp,
  getSession: session.getOperatorSession,
  signOut: session.operatorSignOut,
  changePassword: session.changeOperatorPassword,
  getOwnAccount: session.getOwnOperatorAccount,
  updateOwnAccount: session.updateOwnOperatorAccount,
  createRecoveryCodes: session.createRecoveryCodes,
  listOperators: session.listOperators,
  createOperator: session.createOperator,
  updateOperator: session.updateOperator,
  listRoles: session.listRoles,
  getSummary: calendar.getOperatorSummary,
  listOpenWork: calendar.listOpenWork,
  listHosts: hosts.listHosts,
  createEnrolmentCode: hosts.createEnrolmentCode,
  rotateHostKey: hosts.rotateHostKey,
  revokeHost: hosts.revokeHost,
  listPhones: fleet.listFleetPhones,
  getPhone: fleet.getFleetPhone,
  phoneThumbnail: fleet.phoneThumbnail,
  assignPhone: fleet.assignPhone,
  revokeAssignment: fleet.revokeAssignment,
  swapAssignment: fleet.swapAssignment,
  quarantinePhone: fleet.quarantinePhone,
  releasePhone: fleet.releasePhone,
  cleanPhone: fleet.cleanPhone,
  movePhone: fleet.movePhone,
  rebootPhone: fleet.rebootPhone,
  labelPhone: fleet.labelPhone,
  listCleanings: cleaning.listCleanings,
  listAlarms: cleaning.listAlarms,
  acknowledgeAlarm: cleaning.acknowledgeAlarm,
  getCalendar: calendar.getCalendar,
  listOrders: orders.listAllOrders,
  getOrder: orders.getAnyOrder,
  listPayments: orders.listPayments,
  refundPayment: orders.refundPayment,
  checkStock: orders.checkStock,
  quoteRequest: orders.quoteRequest,
  recordPayment: orders.recordPayment,
  closeRequest: orders.closeRequest,
  listCustomers: customers.listCustomers,
  getCustomer: customers.getCustomer,
  setCustomerStanding: customers.setCustomerStanding,
  removeSecondFactors: customers.removeSecondFactors,
  listWorkspaces: workspaces.listAllWorkspaces,
  getWorkspace: workspaces.getWorkspaceAccess,
  readActivity: workspaces.readWorkspaceActivity,
  listMessages: customers.listMessages,
  answerMessage: customers.answerMessage,
  listAuditLog: customers.listAuditLog,
  listInvariants: customers.listInvariants,
  checkInvariant: customers.checkInvariant,
  runMoneyAudit: customers.runMoneyAudit,
} as const;

export type OperatorRouteName = keyof typeof operatorRoutes;
