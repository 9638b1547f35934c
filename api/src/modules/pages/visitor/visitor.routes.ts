import type { Routes } from '../../../platform/http/http-part.ts';
import { readVisitor, type VisitorDeps } from './read-visitor.ts';
import { VisitorView, visitorView } from './visitor.records.ts';

export function visitorPublicRoutes(routes: Routes, deps: VisitorDeps): void {
  routes.get(
    '/auth/session',
    {
      config: { readsSession: true },
      schema: {
        operationId: 'getVisitor',
        summary: 'Read the visitor of a page',
        description:
          'Answers, for every page, the user of the session with balance, unread notifications, limits that are ' +
          'reached and the features that the page may offer. Without a session, or with one that has ended, the ' +
          'request succeeds too, and `user` is null. It counts towards the general limit of requests alone.',
        response: { 200: VisitorView },
      },
    },
    async ({ caller }) => visitorView(await readVisitor(deps, caller), deps.clock.now()),
  );
}
