import { transaction } from '../../../../platform/database/db.ts';
import { callerOf } from '../../../../platform/http/edge/access.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { errorAnswers } from '../../../../platform/http/openapi/openapi.ts';
import { findWaitEnd, type WaitDeps } from '../../cooldowns/index.ts';
import { requireSecondFactor, type SecondFactorDeps } from '../require-second-factor.ts';
import { findStatus, upsertVerified } from '../two-factor.sql.ts';
import { disableSecondFactor } from './disable-second-factor.ts';
import { enableSecondFactor } from './enable-second-factor.ts';
import {
  AppCodeBody,
  CodeBody,
  DisabledView,
  EnabledView,
  enabledView,
  RenewedView,
  renewedView,
  SetUpView,
  StatusView,
  setUpView,
  statusView,
  VerifiedView,
} from './enrolment.schemas.ts';
import { renewRecoveryCodes } from './renew-recovery-codes.ts';
import { setUpSecondFactor } from './set-up-second-factor.ts';

const LIMIT =
  '400 says what is wrong with the code. After 5 wrong codes within 15 minutes every code is refused with 429.';

type EnrolmentDeps = SecondFactorDeps & WaitDeps;

export function twoFactorPlayerRoutes(routes: Routes, deps: EnrolmentDeps): void {
  enrolmentRoutes(routes, deps);
  codeRoutes(routes, deps);
  recoveryCodesRoute(routes, deps);
}

function enrolmentRoutes(routes: Routes, deps: EnrolmentDeps): void {
  routes.get(
    '/payment/2fa',
    {
      schema: {
        operationId: 'getTwoFactor',
        summary: 'Read the state of your second factor',
        description:
          'Whether two-factor authentication is enabled, since when, how many recovery codes are left, and until when ' +
          'withdrawals wait.',
        response: { 200: StatusView },
      },
    },
    async (request) => {
      const { userId } = callerOf(request);
      return transaction(deps.db, async (tx) =>
        statusView(...(await Promise.all([findStatus(tx, userId), findWaitEnd(deps, tx, userId)]))),
      );
    },
  );

  routes.post(
    '/payment/2fa/setup',
    {
      schema: {
        operationId: 'setUpTwoFactor',
        summary: 'Set up an authenticator app',
        description:
          'Makes a secret and shows it this once, as text and as a picture for the app. Nothing is protected by it until ' +
          '`POST /payment/2fa/enable` has seen a code. Asked again before that, it makes another one; 409 once it is on.',
        response: { 200: SetUpView, ...errorAnswers(409) },
      },
    },
    async (request) => setUpView(await setUpSecondFactor(deps, { userId: callerOf(request).userId })),
  );

  routes.post(
    '/payment/2fa/enable',
    {
      schema: {
        operationId: 'enableTwoFactor',
        summary: 'Enable your second factor',
        description:
          `With a code of the app that was set up. The answer has ten recovery codes, which are shown this once. ${LIMIT} ` +
          '409 where nothing is set up, or where it is on.',
        body: AppCodeBody,
        response: { 200: EnabledView, ...errorAnswers(409) },
      },
    },
    async (request) => enabledView(await enableSecondFactor(deps, commandOf(request))),
  );
}

function codeRoutes(routes: Routes, deps: EnrolmentDeps): void {
  routes.post(
    '/payment/2fa/verify',
    {
      schema: {
        operationId: 'verifyTwoFactor',
        summary: 'Verify a code of your second factor',
        description: `Shows that your app and ours agree. The code is used up by it. Administrators give it before they decide on money. ${LIMIT} 409 where it is not on.`,
        body: CodeBody,
        response: { 200: VerifiedView, ...errorAnswers(409) },
      },
    },
    async (request) => {
      const { userId, sessionId } = callerOf(request);
      await transaction(deps.db, async (tx) => {
        await requireSecondFactor(deps, tx, commandOf(request));
        await upsertVerified(tx, { userId, sessionId, now: deps.clock.now() });
      });
      return { verified: true };
    },
  );

  routes.post(
    '/payment/2fa/disable',
    {
      schema: {
        operationId: 'disableTwoFactor',
        summary: 'Disable your second factor',
        description: `Takes a code; the secret and the recovery codes are forgotten. ${LIMIT} 409 where it is not on.`,
        body: CodeBody,
        response: { 200: DisabledView, ...errorAnswers(409) },
      },
    },
    async (request) => {
      await disableSecondFactor(deps, commandOf(request));
      return { enabled: false };
    },
  );
}

function recoveryCodesRoute(routes: Routes, deps: EnrolmentDeps): void {
  routes.post(
    '/payment/2fa/recovery-codes',
    {
      schema: {
        operationId: 'renewRecoveryCodes',
        summary: 'Get new recovery codes',
        description:
          `Ten new ones, which are shown this once; those from before are good no more. It takes a code of the app, not a ` +
          `recovery code. ${LIMIT} 409 where it is not on.`,
        body: AppCodeBody,
        response: { 200: RenewedView, ...errorAnswers(409) },
      },
    },
    async (request) => renewedView(await renewRecoveryCodes(deps, commandOf(request))),
  );
}

function commandOf(request: Parameters<typeof callerOf>[0] & { body: { code: string } }) {
  return { userId: callerOf(request).userId, code: request.body.code, ip: request.ip };
}
