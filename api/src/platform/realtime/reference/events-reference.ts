import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { requireAccess } from '../../http/edge/access.ts';
import { pageHeaders } from '../../http/edge/security-headers.ts';
import { createOwnPages } from '../../http/own-pages.ts';
import type { SocketEvents } from '../events.ts';
import { asyncApiDocument } from './async-api.ts';
import { anchorOf, eventsPage } from './events-page.ts';

interface EventsReferenceOptions {
  ownUrls: readonly string[];
  version: string;
  socketEvents: SocketEvents;
}

/** What sockets hear: AsyncAPI at `/api/asyncapi.json`, and the same for people at `/api/events`. */
export function registerEventsReference(app: FastifyInstance, options: EventsReferenceOptions): void {
  const { ownUrls, version, socketEvents } = options;
  const documentFor = (url: string) => asyncApiDocument(socketEvents, { version, url });
  app.register(async (scope) => {
    requireAccess(scope, 'public', () => true);
    const hidden = { schema: { hide: true } };
    const document = createOwnPages(ownUrls, (url) => JSON.stringify(documentFor(url)));
    scope.get('/api/asyncapi.json', hidden, async (request, reply) =>
      reply.type('application/json; charset=utf-8').send(document(request)),
    );
    let page: Promise<ReturnType<typeof createOwnPages>> | null = null;
    scope.get('/api/events', hidden, async (request, reply) => {
      page ??= loadHtmlOf().then((htmlOf) =>
        createOwnPages(ownUrls, (url) => pageOf(htmlOf(eventsPage(documentFor(url))))),
      );
      return reply
        .headers(pageHeaders(POLICY))
        .type('text/html; charset=utf-8')
        .send((await page)(request));
    });
  });
}

/** What turns Markdown into HTML is loaded when somebody first looks at the page: a start does not wait for it. */
async function loadHtmlOf(): Promise<(markdown: string) => string> {
  const { Marked } = await import('marked');
  const marked = new Marked({
    renderer: {
      heading({ text, tokens, depth }) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
    },
  });
  return (markdown) => marked.parse(markdown, { async: false });
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
<nav><a href="/api/docs/">The reference of the API</a> · <a href="/api/asyncapi.json">This as AsyncAPI</a></nav>
<main>
${content}
</main>
</body>
</html>
`;
