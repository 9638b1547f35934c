import type { FastifyRequest } from 'fastify';

export const FIRST_LANGUAGE = 'pt-BR';

/** Whether a browser asks for a page, which somebody will read. */
export const isPerson = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers.accept?.includes('text/html') === true;

/** What was chosen in the page, or the language of the browser. The page's `chosenLanguage` goes by the same rule. */
export function languageOf(headers: FastifyRequest['headers']): string {
  const chosen = /(?:^|; )language=(pt-BR|en)(?:;|$)/.exec(headers.cookie ?? '')?.[1];
  return chosen ?? (/^en\b/i.test(headers['accept-language'] ?? '') ? 'en' : FIRST_LANGUAGE);
}
