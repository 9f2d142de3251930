// The client of the operators' API, typed from the contract's routes. The session is a cookie that scripts can't read.
// Only the team's programs load this package.
import { type Connection, callRoute, type RouteInput, routeAddress } from '@pocketfleet/client/call-route';
import { type OperatorRouteName, operatorRoutes, type ResponseOf } from '@pocketfleet/contract';

export type CallInput<Name extends OperatorRouteName> = RouteInput<(typeof operatorRoutes)[Name]>;
export type CallResult<Name extends OperatorRouteName> = ResponseOf<(typeof operatorRoutes)[Name]>;

export type TeamClient = {
  /** Throws ApiError, or the signal's reason when the caller has aborted the call. */
  call<Name extends OperatorRouteName>(name: Name, input?: CallInput<Name>): Promise<CallResult<Name>>;
};

export function createTeamClient(connection: Connection): TeamClient {
  return {
    call: (name, input = {}) =>
      callRoute(connection, operatorRoutes[name], input, { credentials: 'same-origin' }),
  };
}

/** The address of the picture of a phone's screen. A new `at` makes the browser fetch it again. */
export function thumbnailAddress(deviceId: string, at: number): string {
  return `/api${routeAddress(operatorRoutes.phoneThumbnail, { params: { id: deviceId }, query: { at } })}`;
}
