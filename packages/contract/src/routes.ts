// Every call of the customer API, in the order of the spec's table. A route that is not here does not exist.
import * as accounts from './accounts.ts';
import * as assignments from './assignments.ts';
import * as billing from './billing.ts';
import * as contact from './contact.ts';
import * as actions from './device-actions.ts';
import * as devices from './devices.ts';
import * as keys from './keys.ts';
import * as models from './models.ts';
import * as orders from './orders.ts';
import * as replacements from './replacements.ts';
import * as screen from './screen.ts';
import * as screenActions from './screen-actions.ts';
import * as workspaces from './workspaces.ts';

export const routes = {
  login: accounts.login,
  register: accounts.register,
  me: accounts.me,
  logout: accounts.logout,
  forgotPassword: accounts.forgotPassword,
  checkResetLink: accounts.checkResetLink,
  resetPassword: accounts.resetPassword,
  verifyEmail: accounts.verifyEmail,
  resendVerification: accounts.resendVerification,
  getProfile: accounts.getProfile,
  updateProfile: accounts.updateProfile,
  getBillingDetails: billing.getBillingDetails,
  updateBillingDetails: billing.updateBillingDetails,
  changePassword: accounts.changePassword,
  listSessions: accounts.listSessions,
  endSession: accounts.endSession,
  endAllSessions: accounts.endAllSessions,
  tunnelDomains: accounts.tunnelDomains,
  listKeys: keys.listKeys,
  makeKey: keys.makeKey,
  changeKey: keys.changeKey,
  rotateKey: keys.rotateKey,
  revokeKey: keys.revokeKey,
  listPhones: devices.listPhones,
  namePhone: devices.namePhone,
  getStreamingUrl: devices.getStreamingUrl,
  startStream: devices.startStream,
  stopStream: devices.stopStream,
  streamStatus: devices.streamStatus,
  capabilities: devices.capabilities,
  restartDevice: actions.restartDevice,
  listApps: actions.listApps,
  startApp: actions.startApp,
  uninstallApp: actions.uninstallApp,
  stopApp: actions.stopApp,
  clearApp: actions.clearApp,
  readScreen: screen.readScreen,
  waitForScreen: screen.waitForScreen,
  actOnDevice: screenActions.actOnDevice,
  eventsTicket: devices.eventsTicket,
  listAssignments: assignments.listAssignments,
  listUsage: assignments.listUsage,
  downloadUsage: assignments.downloadUsage,
  quoteExtension: assignments.quoteExtension,
  createExtensionIntent: assignments.createExtensionIntent,
  quoteExtensions: assignments.quoteExtensions,
  createExtensionsIntent: assignments.createExtensionsIntent,
  handBack: assignments.handBack,
  sendContactMessage: contact.sendContactMessage,
  validateAvailability: orders.validateAvailability,
  listModels: models.listModels,
  createOrder: orders.createOrder,
  listReplacementChoices: replacements.listReplacementChoices,
  chooseReplacement: replacements.chooseReplacement,
  listOrders: orders.listOrders,
  getOrder: orders.getOrder,
  extendHold: orders.extendHold,
  releaseHold: orders.releaseHold,
  cancelOrder: orders.cancelOrder,
  askForNewDates: orders.askForNewDates,
  getReceipt: orders.getReceipt,
  createPaymentIntent: orders.createPaymentIntent,
  createOrderIntent: orders.createOrderIntent,
  listWorkspaces: workspaces.listWorkspaces,
  createWorkspace: workspaces.createWorkspace,
  getWorkspace: workspaces.getWorkspace,
  renameWorkspace: workspaces.renameWorkspace,
  deleteWorkspace: workspaces.deleteWorkspace,
  transferWorkspace: workspaces.transferWorkspace,
  leaveWorkspace: workspaces.leaveWorkspace,
  listMembers: workspaces.listMembers,
  updateMember: workspaces.updateMember,
  removeMember: workspaces.removeMember,
  listInvitations: workspaces.listInvitations,
  createInvitation: workspaces.createInvitation,
  deleteInvitation: workspaces.deleteInvitation,
  acceptInvitation: workspaces.acceptInvitation,
} as const;

export type RouteName = keyof typeof routes;
