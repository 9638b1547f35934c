/** Where a browser goes that has asked for no page. */
export const HOME_PATH = '/';
export const MAX_PATH_LENGTH = 512;

/** One slash and then no second one, in either spelling, which would begin the name of another host. */
const PATH = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/;
const ANY_HOST = 'http://own.invalid';

/**
 * Whether a text is the path of a page of ours and nothing else: no host, no scheme, no backslash, nothing that is not
 * printable. It is held against what browsers make of it, which take dots out and would then read the rest as a host.
 */
export function isOwnPath(text: string): boolean {
  if (text.length > MAX_PATH_LENGTH || !PATH.test(text)) return false;
  const { origin, pathname } = new URL(text, ANY_HOST);
  return origin === ANY_HOST && !pathname.startsWith('//');
}
