import type { AppError } from '../../../../platform/errors.ts';
import { escapeHtml } from '../../../../platform/http/page-words.ts';

/** The login's callback is opened by a browser, so a person reads why it was refused. */
export const LOGIN_PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'";

const PAGE_STYLE = `  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #10141c; color: #e8ecf4;
    font: 16px/1.5 system-ui, sans-serif; }
  main { max-width: 26rem; padding: 2rem; }
  h1 { font-size: 1.4rem; margin: 0 0 .5rem; }
  p { color: #aab4c5; margin: 0 0 1.5rem; }
  a { display: inline-block; padding: .7rem 1.2rem; border-radius: .6rem; background: #3ddc97; color: #08130d;
    text-decoration: none; font-weight: 600; }
`;

export function refusedLoginPage(error: AppError, loginPath: string): string {
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Login recusado · Lisura</title>
<style>
${PAGE_STYLE}</style>
</head>
<body>
<main>
<h1>Você não entrou</h1>
<p>${escapeHtml(error.message)}</p>
<a href="${escapeHtml(loginPath)}">Tentar de novo</a>
</main>
</body>
</html>
`;
}
