import type { FastifyInstance } from 'fastify';
import { registerWebApp, type WebApp } from '../web-app.ts';
import { requireAccess } from './access.ts';

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M16 2l12.5 7v14L16 30 3.5 23V9z" ' +
  'fill="#3ddc97"/><path d="M12.5 9.5v12.5h8" fill="none" stroke="#04140c" stroke-width="4"/></svg>';
const REFERENCE_PATH = '/api/docs';

/** Redirects the bare addresses that people type and browsers ask for. */
export function registerEntrance(app: FastifyInstance, webApp: WebApp, frontEndUrl: string | null): void {
  // A web app elsewhere has the first page; pages that it may lack, such as the verifier, are also served here.
  const paths = webApp.paths.filter((url) => frontEndUrl === null || url !== '/');
  registerWebApp(app, { ...webApp, paths }, REFERENCE_PATH);
  app.register(async (scope) => {
    requireAccess(scope, 'public', () => true);
    const hidden = { schema: { hide: true } };
    if (frontEndUrl !== null) scope.get('/', hidden, async (_request, reply) => reply.redirect(frontEndUrl));
    for (const bare of ['/api', '/api/']) {
      scope.get(bare, hidden, async (_request, reply) => reply.redirect(REFERENCE_PATH));
    }
    scope.get('/favicon.ico', hidden, async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=86400').type('image/svg+xml').send(ICON),
    );
  });
}
