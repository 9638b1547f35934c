import type { FastifyInstance } from 'fastify';
import { requireAccess } from './access.ts';

/** Scales of justice in the colours of our pages. */
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#10141c"/>' +
  '<path d="M16 6v20M10 26h12M7 10h18M7 10l-3 8h6zM25 10l-3 8h6z" fill="none" stroke="#3ddc97" stroke-width="2" ' +
  'stroke-linejoin="round" stroke-linecap="round"/></svg>';
const REFERENCE_PATH = '/api/docs';

/** What people type and browsers ask for by themselves: the bare addresses lead on, to the web app or the reference. */
export function registerEntrance(app: FastifyInstance, frontEndUrl: string | null): void {
  app.register(async (scope) => {
    requireAccess(scope, 'public', () => true);
    const hidden = { schema: { hide: true } };
    scope.get('/', hidden, async (_request, reply) => reply.redirect(frontEndUrl ?? REFERENCE_PATH));
    for (const bare of ['/api', '/api/']) {
      scope.get(bare, hidden, async (_request, reply) => reply.redirect(REFERENCE_PATH));
    }
    scope.get('/favicon.ico', hidden, async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=86400').type('image/svg+xml').send(ICON),
    );
  });
}
