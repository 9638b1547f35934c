import { callerOf } from '../../../platform/http/edge/access.ts';
import type { Routes } from '../../../platform/http/http-part.ts';
import { errorAnswers } from '../../../platform/http/openapi/openapi.ts';
import { type CloseDeps, closeAccount } from './close-account.ts';
import { beginExport, type ExportDeps } from './export-data.ts';
import { CloseBody, ClosedView, closingNotConfirmed, PersonalDataFile } from './personal-data.records.ts';

export function personalDataPlayerRoutes(routes: Routes, deps: CloseDeps & ExportDeps): void {
  routes.get(
    '/user/data',
    {
      config: { limits: ['dataExport'] },
      schema: {
        operationId: 'downloadData',
        summary: 'Download your personal data',
        description:
          'Sends a file with your profile, sessions, notifications, transactions, items, everything you have played ' +
          'with its rolls, and the audit entries about you. It holds no seeds of coming rolls. You may download ' +
          'three an hour, one at a time: a second one meanwhile gets 429. The file is sent while it is read, so a ' +
          'change meanwhile may be in one list and not yet in another.',
        response: {
          200: { description: 'The file', content: { 'application/json': { schema: PersonalDataFile } } },
        },
      },
    },
    async (request, reply) => {
      const { userId } = callerOf(request);
      const text = await beginExport(deps, userId);
      return reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', `attachment; filename="lisura-${userId}.json"`)
        .header('cache-control', 'no-store')
        .send(text);
    },
  );

  routes.post(
    '/user/close-account',
    {
      schema: {
        operationId: 'closeAccount',
        summary: 'Close your account',
        description:
          'Closes the account for good. Your name, picture, trade URL, addresses and notifications are erased and ' +
          'all sessions end; transactions and rolls stay under the bare number of the account, since others can ' +
          'verify them. Answers 409 while there is a balance, an item, or something under way: `errors` names it. If ' +
          'you come back, you begin as a new user; a pause or exclusion still applies to you.',
        body: CloseBody,
        response: { 200: ClosedView, ...errorAnswers(409) },
      },
    },
    async (request) => {
      if (!request.body.confirm) throw closingNotConfirmed();
      await closeAccount(deps, callerOf(request).userId);
      return { message: 'Sua conta foi encerrada.' };
    },
  );
}
