/** Under which of our addresses a request has come; the first, public one where it names none of them. */
export type OwnAddress = (request: { host: string }) => string;

/** A browser keeps cookies by host, so who came to 127.0.0.1 must not be sent on to localhost. */
export function createOwnAddress(ownUrls: readonly string[]): OwnAddress {
  const byHost = new Map(ownUrls.map((url) => [new URL(url).host, url]));
  return ({ host }) => byHost.get(host) ?? ownUrls[0] ?? '';
}
