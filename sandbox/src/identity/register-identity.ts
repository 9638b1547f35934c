import type { FastifyInstance } from 'fastify';
import type { SandboxContext, StandIn } from '../stand-in.ts';
import { registerDiscovery } from './discovery-routes.ts';
import { registerOpenId } from './openid-routes.ts';
import { registerProfiles } from './profile-routes.ts';

/** The identity provider speaks OpenID 2.0 and the profile API as Steam does. */
export function registerIdentity(server: FastifyInstance, context: SandboxContext): StandIn {
  registerDiscovery(server, context);
  registerOpenId(server, context);
  registerProfiles(server, context);
  return {
    name: 'Identity',
    purpose: 'Signs people in by OpenID 2.0 as Steam does, and has their names and avatars.',
    addresses: [
      {
        method: 'GET',
        path: '/openid',
        note: 'Discovery (XRDS), for libraries that are given the address of a provider.',
      },
      {
        method: 'GET',
        path: '/openid/login',
        note: 'A sign-in request shows a page of accounts. With &account=<id> added it signs in without the page.',
      },
      { method: 'POST', path: '/openid/login', note: 'Confirms an assertion (check_authentication), once.' },
      {
        method: 'GET',
        path: '/ISteamUser/GetPlayerSummaries/v2/?key=any&steamids=76561198000000001',
        note: 'Names and avatars. Any key will do.',
        canBeOpened: true,
      },
      { method: 'GET', path: '/profiles/76561198000000002', note: 'An account with its trade URL.', canBeOpened: true },
      {
        method: 'GET',
        path: '/identity/avatars/76561198000000001.svg',
        note: 'The drawn portrait of an account.',
        canBeOpened: true,
      },
    ],
    controls: [
      {
        path: '/control/identity',
        example: { fault: 'time-out', times: 1 },
        note:
          'Disturbs check_authentication: none, time-out, invalid, server-error, malformed, redirect, or slow ' +
          '(with delayMs). Without times, until the next setting.',
      },
    ],
  };
}
