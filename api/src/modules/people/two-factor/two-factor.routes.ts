import { Type } from 'typebox';
import { transaction } from '../../../platform/database/db.ts';
import { callerOf } from '../../../platform/http/edge/access.ts';
import type { Routes } from '../../../platform/http/http-part.ts';
import { errorAnswers } from '../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../platform/ids.ts';
import { idOf } from '../../../platform/schemas.ts';
import { findUser, userNotFound } from '../users/index.ts';
import { findWaitEnd, type WaitDeps } from '../withdrawal-waits/index.ts';
import {
  disableSecondFactor,
  enableSecondFactor,
  type ResetDeps,
  renewRecoveryCodes,
  resetSecondFactor,
  setUpSecondFactor,
} from './enrolment.ts';
import { requireSecondFactor, type SecondFactorDeps } from './require-second-factor.ts';
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
} from './two-factor.records.ts';
import { findStatus, upsertVerified } from './two-factor.sql.ts';

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

const Params = Type.Object({ id: idOf('Id of the user') });
const Body = Type.Object(
  {
    reason: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '\\S',
      'x-fault': 'must have 1 to 500 characters that are not all blank',
      description: 'The reason, and how you made sure who asked; kept in the audit trail',
    }),
  },
  { examples: [{ reason: 'Lost the phone; shown by a video call with a document' }] },
);

export function twoFactorAdminRoutes(routes: Routes, deps: ResetDeps): void {
  routes.post(
    '/admin/users/:id/reset-second-factor',
    {
      schema: {
        operationId: 'adminResetSecondFactor',
        summary: 'Reset the second factor of a user',
        description:
          'Deletes the secret and the recovery codes, so that the user can set up another app. The user is notified, ' +
          'the audit trail has the reason, and withdrawals of the user wait for `withdrawalWaitHours`. Answers 409 ' +
          'if the second factor is off, and 403 for your own: another administrator resets it, or you disable it ' +
          'with a code. Resetting that of another administrator needs two administrators, each with a fresh second ' +
          'factor.',
        params: Params,
        body: Body,
        response: { 200: DisabledView, ...errorAnswers(403, 404, 409) },
      },
    },
    async (request) => {
      const { userId: actorId, sessionId } = callerOf(request);
      const userId = toId<'user'>(request.params.id);
      if ((await findUser(deps.db, userId)) === null) throw userNotFound();
      await resetSecondFactor(deps, { userId, reason: request.body.reason.trim(), actorId, sessionId, ip: request.ip });
      return { enabled: false };
    },
  );
}
