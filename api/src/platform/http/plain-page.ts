import type { FastifyReply } from 'fastify';
import { pageHeaders } from './edge/security-headers.ts';
import { escapeHtml } from './page-words.ts';

/** A page that needs neither the web app nor the database. */
interface PlainPage {
  language: string;
  title: string;
  heading: string;
  text: string;
  link?: { address: string; words: string };
  /** After which it is asked for again by itself. */
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
