import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { within } from '../time-limits.ts';
import { requireAccess } from './edge/access.ts';
import { pageHeaders, webAppPolicy } from './edge/security-headers.ts';
import { routeNotFound } from './http.errors.ts';
import {
  compress,
  createCompressed,
  encodingFor,
  FIRST_LANGUAGE,
  isPerson,
  languageOf,
  type PageWords,
  withWords,
} from './pages.ts';

export interface WebApp {
  /** It has `index.html`, prerendered pages, and `assets/` named by hashes. */
  folder: string;
  prerenderedFile: string;
  paths: readonly string[];
  noncePlaceholder: string;
  /** The sandbox draws pictures and has no HTTPS. */
  pictureOrigins: readonly string[];
  words: Readonly<Record<string, PageWords>>;
}

/** A page without data, for each language; empty if it was not prerendered. */
interface Page {
  documents: Readonly<Record<string, string>>;
  /** Values of the header `Link`, with parameters as `:name`. */
  links: readonly string[];
}

interface Loaded {
  empty: Page;
  prerendered: Readonly<Record<string, Page>>;
  files: ReadonlyMap<string, { type: string; content: ReturnType<typeof createCompressed> }>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
};

const WORDS_MS = 1_000;

/** An unknown address gets a page that says so. */
const NOT_OF_THE_API = ['/:first((?!api$)[^/]+)', '/:first((?!api$)[^/]+)/*'];

/** Without a build the first page redirects to `instead`. */
export function registerWebApp(app: FastifyInstance, web: WebApp, instead: string): void {
  let loading: Promise<Loaded | null> | null = null;
  const load = () => {
    loading ??= readBuild(web);
    return loading;
  };
  // Pages are the same for everybody and use up no limit.
  const route = { config: { limits: 'none' as const, anonymous: true }, schema: { hide: true } };
  app.register(async (scope) => {
    requireAccess(scope, 'public', () => true);
    const sendPage = async (request: FastifyRequest, reply: FastifyReply, { documents, links }: Page, words = {}) => {
      const nonce = randomBytes(16).toString('base64');
      const drawn = documents[languageOf(request.headers)] ?? documents[FIRST_LANGUAGE] ?? '';
      const document = withWords(drawn.replaceAll(web.noncePlaceholder, nonce), words);
      const encoding = encodingFor(request.headers['accept-encoding']);
      if (encoding !== 'identity') reply.header('content-encoding', encoding);
      if (links.length > 0) reply.header('link', links.map((link) => filledIn(link, request.params)).join(', '));
      return reply
        .headers(pageHeaders(webAppPolicy(nonce, web.pictureOrigins)))
        .type('text/html; charset=utf-8')
        .send(await compress(Buffer.from(document), encoding));
    };
    for (const url of web.paths) {
      scope.get(url, route, async (request, reply) => {
        const loaded = await load();
        if (loaded === null) return reply.redirect(instead);
        const page = loaded.prerendered[url] ?? loaded.empty;
        const words = await wordsOf(web.words[url], request);
        // The page itself says that the record is unknown.
        if (words === null) return sendPage(request, reply, { ...page, documents: loaded.empty.documents });
        return sendPage(request, reply, page, words);
      });
    }
    for (const url of NOT_OF_THE_API) {
      scope.get(url, route, async (request, reply) => {
        const loaded = isPerson(request) ? await load() : null;
        if (loaded === null) throw routeNotFound('GET', request.url);
        return sendPage(request, reply.code(404), loaded.empty);
      });
    }
    scope.get<{ Params: { file: string } }>('/assets/:file', route, async ({ params, headers, url }, reply) => {
      const file = (await load())?.files.get(params.file);
      if (file === undefined) throw routeNotFound('GET', url);
      const encoding = file.type.startsWith('font/') ? 'identity' : encodingFor(headers['accept-encoding']);
      if (encoding !== 'identity') reply.header('content-encoding', encoding);
      reply.headers({ 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding' });
      return reply.type(file.type).send(await file.content(encoding));
    });
  });
}

/** Without the database the page is empty until its program runs. */
async function wordsOf(pageWords: PageWords | undefined, { params }: FastifyRequest) {
  if (pageWords === undefined) return {};
  return within(WORDS_MS, pageWords(params as Record<string, string>), 'The words of a page').catch(() => null);
}

const filledIn = (link: string, params: unknown) =>
  link.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent((params as Record<string, string>)[name] ?? ''));

/** A build that is replaced under a running server would mix two. */
async function readBuild({ folder, prerenderedFile }: WebApp): Promise<Loaded | null> {
  try {
    const page = await readFile(path.join(folder, 'index.html'), 'utf8');
    const prerendered = JSON.parse(await readFile(path.join(folder, prerenderedFile), 'utf8'));
    const names = await readdir(path.join(folder, 'assets'));
    const files = await Promise.all(
      names.map(async (name) => {
        const content = createCompressed(await readFile(path.join(folder, 'assets', name)));
        return [name, { type: TYPES[path.extname(name)] ?? 'application/octet-stream', content }] as const;
      }),
    );
    return { empty: { documents: { [FIRST_LANGUAGE]: page }, links: [] }, prerendered, files: new Map(files) };
  } catch {
    return null;
  }
}

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M16 2l12.5 7v14L16 30 3.5 23V9z" ' +
  'fill="#3ddc97"/><path d="M12.5 9.5v12.5h8" fill="none" stroke="#04140c" stroke-width="4"/></svg>';
const REFERENCE_PATH = '/api/docs';

export function registerEntrance(app: FastifyInstance, webApp: WebApp, frontEndUrl: string | null): void {
  // A web app elsewhere may lack pages such as the verifier.
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
