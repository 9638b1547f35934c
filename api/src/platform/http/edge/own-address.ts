/** Returns the one of our addresses that the request names, else the first, public one. */
export type OwnAddress = (request: { host: string }) => string;

/** A browser keeps cookies by host, so a visitor of 127.0.0.1 must not be sent to localhost. */
export function createOwnAddress(ownUrls: readonly string[]): OwnAddress {
  const byHost = new Map(ownUrls.map((url) => [new URL(url).host, url]));
  return ({ host }) => byHost.get(host) ?? ownUrls[0] ?? '';
}
