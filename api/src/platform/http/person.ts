import type { FastifyRequest } from 'fastify';

export const FIRST_LANGUAGE = 'pt-BR';

/** Says whether a browser asks for a page. */
export const isPerson = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers.accept?.includes('text/html') === true;

/**
 * Returns the language chosen in the page, or that of the browser. The page's `chosenLanguage` follows the same rule.
 */
export function languageOf(headers: FastifyRequest['headers']): string {
  const chosen = /(?:^|; )language=(pt-BR|en)(?:;|$)/.exec(headers.cookie ?? '')?.[1];
  return chosen ?? (/^en\b/i.test(headers['accept-language'] ?? '') ? 'en' : FIRST_LANGUAGE);
}
