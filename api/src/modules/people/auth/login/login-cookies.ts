import type { IncomingHttpHeaders } from 'node:http';
import { cookieValue, SESSION_COOKIE } from '../../../../platform/http/edge/access.ts';
import { HOME_PATH, isOwnPath } from './login.records.ts';

/** Binds a login to its browser: an answer carried to another one finds no cookie. */
export const LOGIN_COOKIE = 'loginState';
const LOGIN_SECONDS = 600;
const SESSION_SECONDS = 604_800;
/** Our pages set it, since a browser that follows a link sends no header. */
const DEVICE_COOKIE = 'deviceId';
const DEVICE_ID = /^[\x21-\x7e]{1,128}$/;

export interface CookieSettings {
  production: boolean;
  /** Parent domain that includes subdomains; null for the API's own host alone. */
  domain: string | null;
  publicUrl: string;
}

/** The page may read it, because it passes it to the real-time handshake. */
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
  returnTo: string;
}

export function loginCookie(login: LoginState | null, { publicUrl }: CookieSettings): string {
  const value = login === null ? '' : encodeLogin(login);
  return [
    `${LOGIN_COOKIE}=${value}`,
    `Max-Age=${login === null ? 0 : LOGIN_SECONDS}`,
    'Path=/api/auth/steam',
    'HttpOnly',
    // Lax, because the browser returns by a link of the provider.
    'SameSite=Lax',
    ...(publicUrl.startsWith('https:') ? ['Secure'] : []),
  ].join('; ');
}

/**
 * It never comes from the address, because a link would bind a user to the device of its author. Null where nothing
 * readable was sent.
 */
export function readDeviceId({ 'x-device-id': header, cookie }: IncomingHttpHeaders): string | null {
  const given = typeof header === 'string' ? header : cookieValue(cookie, DEVICE_COOKIE);
  return given !== null && DEVICE_ID.test(given) ? given : null;
}

const encodeLogin = ({ state, deviceId, returnTo }: LoginState) =>
  [state, Buffer.from(deviceId ?? '').toString('base64url'), Buffer.from(returnTo).toString('base64url')].join('.');

const decode = (part: string | undefined) => Buffer.from(part ?? '', 'base64url').toString('utf8');

/** A neighbouring host may have written the cookie, so everything is checked again. */
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
