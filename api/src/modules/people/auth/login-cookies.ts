import type { IncomingHttpHeaders } from 'node:http';
import { cookieValue, SESSION_COOKIE } from '../../../platform/http/edge/access.ts';
import { HOME_PATH, isOwnPath } from './own-paths.rules.ts';

/** Binds a login to the browser that began it: an answer carried to another browser finds no cookie there. */
export const LOGIN_COOKIE = 'loginState';
const LOGIN_SECONDS = 600;
const SESSION_SECONDS = 604_800;
/** Set by our pages: a browser that is sent to the login cannot send a header along. */
const DEVICE_COOKIE = 'deviceId';
const DEVICE_ID = /^[\x21-\x7e]{1,128}$/;

export interface CookieSettings {
  production: boolean;
  /** Parent domain that includes subdomains; null for the API's own host alone. */
  domain: string | null;
  publicUrl: string;
}

/** Readable by the page, which hands it to the real-time handshake, as the platform's front ends expect. */
export function sessionCookie(sessionId: string, { production, domain }: CookieSettings): string {
  return [
    `${SESSION_COOKIE}=${sessionId}`,
    `Max-Age=${sessionId === '' ? 0 : SESSION_SECONDS}`,
    'Path=/',
    'Secure',
    `SameSite=${production ? 'None' : 'Lax'}`,
    ...(domain === null ? [] : [`Domain=${domain}`]),
  ].join('; ');
}

export interface LoginState {
  state: string;
  deviceId: string | null;
  /** The page of our own site that the browser wants to see afterwards. */
  returnTo: string;
}

export function loginCookie(login: LoginState | null, { publicUrl }: CookieSettings): string {
  const value = login === null ? '' : encodeLogin(login);
  return [
    `${LOGIN_COOKIE}=${value}`,
    `Max-Age=${login === null ? 0 : LOGIN_SECONDS}`,
    'Path=/api/auth/steam',
    'HttpOnly',
    // Lax, since the browser comes back by following a link of the provider's.
    'SameSite=Lax',
    ...(publicUrl.startsWith('https:') ? ['Secure'] : []),
  ].join('; ');
}

/**
 * The device that a browser says it is, in what it sends by itself; null where it says nothing readable. Never from the
 * address: a login link would bind whoever follows it to the device of whoever wrote it.
 */
export function readDeviceId({ 'x-device-id': header, cookie }: IncomingHttpHeaders): string | null {
  const given = typeof header === 'string' ? header : cookieValue(cookie, DEVICE_COOKIE);
  return given !== null && DEVICE_ID.test(given) ? given : null;
}

const encodeLogin = ({ state, deviceId, returnTo }: LoginState) =>
  [state, Buffer.from(deviceId ?? '').toString('base64url'), Buffer.from(returnTo).toString('base64url')].join('.');

const decode = (part: string | undefined) => Buffer.from(part ?? '', 'base64url').toString('utf8');

/** Whoever may set cookies of a neighbouring host may have written this one, so that all of it is checked again. */
export function readLoginCookie(value: string | null): LoginState | null {
  const [state, device, page] = (value ?? '').split('.', 3);
  if (state === undefined || !/^[0-9a-f]{64}$/.test(state)) return null;
  const [deviceId, returnTo] = [decode(device), decode(page)];
  return {
    state,
    deviceId: DEVICE_ID.test(deviceId) ? deviceId : null,
    returnTo: isOwnPath(returnTo) ? returnTo : HOME_PATH,
  };
}
