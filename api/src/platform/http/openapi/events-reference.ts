import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { asyncApiDocument } from '../../realtime/async-api.ts';
import { eventsPage, type ModuleEvents } from '../../realtime/events-page.ts';
import { requireAccess } from '../edge/access.ts';
import { pageHeaders } from '../edge/security-headers.ts';
import { createOwnPages } from '../own-pages.ts';
import { htmlOf } from './plain-markdown.ts';

interface EventsReferenceOptions {
  ownUrls: readonly string[];
  version: string;
  socketEvents: readonly ModuleEvents[];
}

/** What sockets are told: AsyncAPI at `/api/events-json`, and docs/events.md as a page at `/api/events`. */
export function registerEventsReference(app: FastifyInstance, options: EventsReferenceOptions): void {
  const { ownUrls, version, socketEvents } = options;
  app.register(async (scope) => {
    requireAccess(scope, 'public', () => true);
    const hidden = { schema: { hide: true } };
    const document = createOwnPages(ownUrls, (url) => JSON.stringify(asyncApiDocument(socketEvents, { version, url })));
    scope.get('/api/events-json', hidden, async (request, reply) =>
      reply.type('application/json; charset=utf-8').send(document(request)),
    );
    const page = createOwnPages(ownUrls, (url) => pageOf(htmlOf(eventsPage(socketEvents, url))));
    scope.get('/api/events', hidden, async (request, reply) =>
      reply.headers(pageHeaders(POLICY)).type('text/html; charset=utf-8').send(page(request)),
    );
  });
}

const STYLE = `
body { margin: 0; background: #10141c; color: #e8ecf4; font: 16px/1.6 system-ui, sans-serif; }
main, nav { max-width: 60rem; margin: 0 auto; padding: 1rem 1.5rem; }
a { color: #3ddc97; }
h1, h2, h3 { line-height: 1.25; margin: 2rem 0 .75rem; }
code, pre { font: .9em ui-monospace, monospace; background: #1a2130; border-radius: .3rem; }
code { padding: .1em .3em; }
pre { padding: 1rem; overflow-x: auto; }
pre code { padding: 0; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .4rem .6rem; border-bottom: 1px solid #2a3346; }
`;

/** No program and nothing from elsewhere; the style is named by its hash. */
const POLICY =
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; img-src 'self'; ` +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const pageOf = (content: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lisura events</title>
<style>${STYLE}</style>
</head>
<body>
<nav><a href="/api/docs/">The reference of the API</a> · <a href="/api/events-json">This as AsyncAPI</a></nav>
<main>
${content}
</main>
</body>
</html>
`;
