import { STATUS_CODES } from 'node:http';
import type { FastifyReply } from 'fastify';
import { type Html, html } from './html.ts';

/**
 * No script runs and nothing is fetched from outside. Forms may lead to any web address, because browsers hold a form
 * to this rule through every redirect that follows, and signing in goes on to wherever the product lives.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  'form-action http: https:',
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function page(title: string, content: Html): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/sandbox.css">
</head>
<body>
<main>${content}</main>
</body>
</html>
`;
}

export function messagePage(status: number, message: string): Html {
  const title = STATUS_CODES[status] ?? 'Error';
  return page(
    title,
    html`<header><p class="eyebrow">${status}</p><h1>${title}</h1></header>
<p class="notice">${message}</p>
<p><a class="quiet" href="/">What the sandbox offers</a></p>`,
  );
}

export function sendPage(reply: FastifyReply, status: number, content: Html): FastifyReply {
  return reply
    .code(status)
    .header('content-security-policy', CONTENT_SECURITY_POLICY)
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(content.markup);
}
