import { transaction } from '../../../../platform/database/db.ts';
import { callerOf } from '../../../../platform/http/edge/access.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { errorAnswers } from '../../../../platform/http/openapi/openapi.ts';
import { findWaitEnd, type WaitDeps } from '../../withdrawal-waits/index.ts';
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
  'Answers 400 with the fault of the code. After 5 wrong codes within 15 minutes every code is refused with 429.';

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
          'Says whether two-factor authentication is enabled, since when, how many recovery codes are left, and ' +
          'until when withdrawals wait.',
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
          'Makes a secret and shows it this once, as text and as a picture for the app. The second factor stays off ' +
          'until `POST /payment/2fa/enable` has received a code. A repeat before that makes another secret; once it ' +
          'is on, the answer is 409.',
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
          'Takes a code of the app that was set up. The answer has ten recovery codes, which are shown this once. ' +
          `${LIMIT} Answers 409 if nothing is set up, or if it is already on.`,
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
        description:
          'Shows that your app and the server agree, and uses the code up. Administrators send one before they ' +
          `decide on money. ${LIMIT} Answers 409 if the second factor is off.`,
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
        description:
          `Takes a code and deletes the secret and the recovery codes. ${LIMIT} Answers 409 if the second factor is ` +
          'off.',
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
          'Answers ten new codes, which are shown this once; earlier ones become invalid. It takes a code of the ' +
          `app, not a recovery code. ${LIMIT} Answers 409 if the second factor is off.`,
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
