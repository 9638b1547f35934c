/**
 * These headers are on every answer. Headers for documents are on pages alone, since every header costs every request.
 */
export function securityHeaders(publicUrl: string): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  // Browsers ignore it over plain HTTP, and a development address must not be pinned to HTTPS.
  if (publicUrl.startsWith('https:')) {
    headers['strict-transport-security'] = 'max-age=31536000; includeSubDomains';
  }
  return headers;
}

export const pageHeaders = (policy: string) => ({
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
});

/**
 * The policy of the web app's pages. Its programs and styles are our files; styles that components write, and programs
 * that the page names, carry the nonce of the answer. Pictures of items and people are at other hosts.
 */
export const webAppPolicy = (nonce: string, pictureOrigins: readonly string[]) =>
  `default-src 'none'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'nonce-${nonce}'; font-src 'self'; ` +
  `img-src ${["'self'", 'data:', 'blob:', 'https:', ...pictureOrigins].join(' ')}; connect-src 'self'; ` +
  "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** The reference is a page with a program of its own; nothing comes from another host. */
export const REFERENCE_PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; frame-ancestors 'none'";
