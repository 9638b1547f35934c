import { strict as assert } from 'node:assert';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import fastify from 'fastify';
import { ACCESS_SCOPES, type Access } from '../edge/access.ts';
import { pageHeaders, REFERENCE_PAGE_POLICY } from '../edge/security-headers.ts';
import { routeNotFound } from '../http.errors.ts';
import type { HttpPart } from '../http-part.ts';
import { createCompressed, encodingFor } from '../pages.ts';

const PAGE_PATH = '/api/docs';
const DOCUMENT_URL = '/api/docs-json';

const CONFIGURATION = {
  telemetry: false,
  withDefaultFonts: false,
  hideClientButton: true,
  // They would need an outside service.
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
};

interface Program {
  /** A digest in the address makes copies valid for ever. */
  file: string;
  bytes: ReturnType<typeof createCompressed>;
}

export function registerReferencePage(scope: FastifyInstance): void {
  let reading: Promise<Program[]> | null = null;
  const programs = () => {
    reading ??= Promise.all([readReference(), readStart()]);
    return reading;
  };
  const hidden = { schema: { hide: true } };
  scope.get(PAGE_PATH, hidden, async (_request, reply) => reply.redirect(`${PAGE_PATH}/`, 301));
  scope.get(`${PAGE_PATH}/`, hidden, async (_request, reply) => {
    const page = pageWith((await programs()).map(({ file }) => file));
    return reply.headers(pageHeaders(REFERENCE_PAGE_POLICY)).type('text/html; charset=utf-8').send(page);
  });
  scope.get<{ Params: { file: string } }>(`${PAGE_PATH}/:file`, hidden, async ({ params, headers, url }, reply) => {
    const program = (await programs()).find(({ file }) => file === params.file);
    if (program === undefined) throw routeNotFound('GET', url);
    const encoding = encodingFor(headers['accept-encoding']);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    reply.headers({ 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding' });
    return reply.type('text/javascript; charset=utf-8').send(await program.bytes(encoding));
  });
}

/** The program is large, so it is loaded at the first request. */
async function readReference(): Promise<Program> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const app = fastify();
  await app.register(reference, { routePrefix: '/x', configuration: { url: '/x' } });
  const { rawPayload: content } = await app.inject({ url: '/x/js/scalar.js' });
  await app.close();
  return programOf('reference', content);
}

const readStart = async () => programOf('start', await readFile(new URL('reference-start.js', import.meta.url)));

const programOf = (name: string, content: Buffer): Program => ({
  file: `${name}-${createHash('sha256').update(content).digest('hex').slice(0, 16)}.js`,
  bytes: createCompressed(content),
});

const pageWith = (files: readonly string[]) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lisura API</title>
</head>
<body>
<div id="reference" data-document-url="${DOCUMENT_URL}" data-configuration='${JSON.stringify(CONFIGURATION)}'></div>
${files.map((file) => `<script src="${PAGE_PATH}/${file}"></script>`).join('\n')}
</body>
</html>
`;

interface Tag {
  name: string;
  description: string;
}

interface TagGroup {
  name: string;
  tags: string[];
}

export const tagNameOf = ({ tag }: HttpPart, access: Access) => (access === 'admin' ? `admin-${tag.name}` : tag.name);

export function referenceTags(
  parts: readonly HttpPart[],
  healthPart: HttpPart,
  order: readonly string[],
): { tags: Tag[]; groups: TagGroup[] } {
  const absent = order.filter((name) => !parts.some(({ tag }) => tag.name === name));
  assert(absent.length === 0, `The order of the reference names what is not there: ${absent.join(', ')}`);
  const place = ({ tag }: HttpPart) => (order.includes(tag.name) ? order.indexOf(tag.name) : order.length);
  const ordered = parts.toSorted((one, other) => place(one) - place(other));
  const forPlayers = ordered.filter((part) => ACCESS_SCOPES.some((access) => access !== 'admin' && part[access]));
  const players = forPlayers.map(({ tag: { name, description } }) => ({ name, description }));
  const administrators = ordered
    .filter(({ admin }) => admin !== undefined)
    .map((part) => ({
      name: tagNameOf(part, 'admin'),
      description: part.tag.forAdministrators ?? part.tag.description,
    }));
  const server = [{ name: healthPart.tag.name, description: healthPart.tag.description }];
  const groups = Object.entries({ Players: players, Administrators: administrators, 'The server': server });
  return {
    tags: [...players, ...administrators, ...server],
    groups: groups.map(([name, tags]) => ({ name, tags: tags.map((tag) => tag.name) })),
  };
}
