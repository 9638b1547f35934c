import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createCompressed, encodingFor } from './compressed.ts';
import { requireAccess } from './edge/access.ts';
import { pageHeaders, webAppPolicy } from './edge/security-headers.ts';
import { routeNotFound } from './http.errors.ts';

/** The built web app, as the server hands it out. */
export interface WebApp {
  /** Of the build: `index.html`, and `assets/` with files whose names carry a hash of their content. */
  folder: string;
  /** The addresses of its pages. */
  paths: readonly string[];
  /** Stands in `index.html` wherever the nonce of an answer belongs. */
  noncePlaceholder: string;
  /** Where pictures come from beside HTTPS: the sandbox draws its own. */
  pictureOrigins: readonly string[];
}

interface Loaded {
  page: string;
  files: ReadonlyMap<string, { type: string; content: ReturnType<typeof createCompressed> }>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
};

/** Addresses that mean nothing: a browser gets a page that says so, with ways on. */
const NOT_OF_THE_API = ['/:first((?!api$)[^/]+)', '/:first((?!api$)[^/]+)/*'];
const isPerson = ({ headers }: FastifyRequest) => headers.accept?.includes('text/html') === true;

/** Where there is no build: what its first page is asked for leads on to `instead`. */
export function registerWebApp(app: FastifyInstance, web: WebApp, instead: string): void {
  let loading: Promise<Loaded | null> | null = null;
  const load = () => {
    loading ??= readBuild(web.folder);
    return loading;
  };
  // Neither page nor file is anybody's: nobody is looked up for them, and reloading them wears no limit out.
  const route = { config: { limits: 'none' as const, anonymous: true }, schema: { hide: true } };
  app.register(async (scope) => {
    requireAccess(scope, 'public', () => true);
    const sendPage = (reply: FastifyReply, { page }: Loaded) => {
      const nonce = randomBytes(16).toString('base64');
      return reply
        .headers(pageHeaders(webAppPolicy(nonce, web.pictureOrigins)))
        .type('text/html; charset=utf-8')
        .send(page.replaceAll(web.noncePlaceholder, nonce));
    };
    for (const url of web.paths) {
      scope.get(url, route, async (_request, reply) => {
        const loaded = await load();
        return loaded === null ? reply.redirect(instead) : sendPage(reply, loaded);
      });
    }
    for (const url of NOT_OF_THE_API) {
      scope.get(url, route, async (request, reply) => {
        const loaded = isPerson(request) ? await load() : null;
        if (loaded === null) throw routeNotFound('GET', request.url);
        return sendPage(reply.code(404), loaded);
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

/** Into memory, once: a build that is replaced under a running server would mix two of them. */
async function readBuild(folder: string): Promise<Loaded | null> {
  try {
    const page = await readFile(path.join(folder, 'index.html'), 'utf8');
    const names = await readdir(path.join(folder, 'assets'));
    const files = await Promise.all(
      names.map(async (name) => {
        const content = createCompressed(await readFile(path.join(folder, 'assets', name)));
        return [name, { type: TYPES[path.extname(name)] ?? 'application/octet-stream', content }] as const;
      }),
    );
    return { page, files: new Map(files) };
  } catch {
    return null;
  }
}
