import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createOwnAddress } from './edge/addresses.ts';
import { pageHeaders } from './edge/security-headers.ts';

export const FIRST_LANGUAGE = 'pt-BR';

export const isPerson = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers.accept?.includes('text/html') === true;

/** The page's `chosenLanguage` follows the same rule. */
export function languageOf(headers: FastifyRequest['headers']): string {
  const chosen = /(?:^|; )language=(pt-BR|en)(?:;|$)/.exec(headers.cookie ?? '')?.[1];
  return chosen ?? (/^en\b/i.test(headers['accept-language'] ?? '') ? 'en' : FIRST_LANGUAGE);
}

/** Null if the record does not exist. */
export type PageWords = (address: Readonly<Record<string, string>>) => Promise<Readonly<Record<string, string>> | null>;

/** Operators and players write these words, so they are escaped. */
export const withWords = (document: string, words: Readonly<Record<string, string>>): string =>
  document.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => escapeHtml(words[name] ?? ''));

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (each) => ENTITIES[each] ?? each);

/** The page works without web app and database. */
interface PlainPage {
  language: string;
  title: string;
  heading: string;
  text: string;
  link?: { address: string; words: string };
  againAfterSeconds?: number;
}

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'";

const STYLE = `  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #10141c; color: #e8ecf4;
    font: 16px/1.5 system-ui, sans-serif; }
  main { max-width: 26rem; padding: 2rem; }
  h1 { font-size: 1.4rem; margin: 0 0 .5rem; }
  p { color: #aab4c5; margin: 0 0 1.5rem; }
  a { display: inline-block; padding: .7rem 1.2rem; border-radius: .6rem; background: #3ddc97; color: #08130d;
    text-decoration: none; font-weight: 600; }
`;

/** The reply has its status already. */
export const sendPlainPage = (reply: FastifyReply, page: PlainPage): FastifyReply =>
  reply
    .headers(pageHeaders(POLICY))
    .type('text/html; charset=utf-8')
    .serializer((text: unknown) => String(text))
    .send(documentOf(page));

function documentOf({ language, title, heading, text, link, againAfterSeconds }: PlainPage): string {
  const refresh = againAfterSeconds === undefined ? '' : `<meta http-equiv="refresh" content="${againAfterSeconds}">\n`;
  const way = link === undefined ? '' : `<a href="${escapeHtml(link.address)}">${escapeHtml(link.words)}</a>\n`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refresh}<title>${escapeHtml(title)} · Lisura</title>
<style>
${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(heading)}</h1>
<p>${escapeHtml(text)}</p>
${way}</main>
</body>
</html>
`;
}

/** The page is long and constant, so it is made once for each address. */
export function createOwnPages(
  ownUrls: readonly string[],
  make: (ownUrl: string) => string,
): (request: FastifyRequest) => Buffer {
  const ownAddress = createOwnAddress(ownUrls);
  const made = new Map<string, Buffer>();
  return (request) => {
    // With PORT=0 the system has chosen one.
    const url = ownAddress(request).replace(/:0$/, `:${request.socket.localPort ?? 0}`);
    const page = made.get(url) ?? Buffer.from(make(url));
    made.set(url, page);
    return page;
  };
}

/** Copies are made at the first request and stay in memory. */
type Encoding = 'br' | 'gzip' | 'identity';

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

export function createCompressed(content: Buffer): (encoding: Encoding) => Promise<Buffer> {
  const copies = new Map<Encoding, Promise<Buffer>>();
  return (encoding) => {
    const copy = copies.get(encoding) ?? compress(content, encoding);
    copies.set(encoding, copy);
    return copy;
  };
}

export function compress(content: Buffer, encoding: Encoding): Promise<Buffer> {
  switch (encoding) {
    case 'br':
      return promisify(brotliCompress)(content, BROTLI);
    case 'gzip':
      return promisify(gzip)(content);
    case 'identity':
      return Promise.resolve(content);
  }
}

/** `q=0` excludes an encoding. */
export function encodingFor(accepted: string | string[] | undefined): Encoding {
  const taken = String(accepted ?? '')
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => !/;\s*q=0(\.0*)?$/.test(entry))
    .map((entry) => entry.split(';', 1)[0]?.trim());
  if (taken.includes('br')) return 'br';
  return taken.includes('gzip') ? 'gzip' : 'identity';
}
