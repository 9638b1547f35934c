/**
 * The line that checks a play on one's own machine: the play itself is in it, and what everybody may see of the game is
 * asked of `server`. With equals signs, since JSON and addresses need no care then.
 */
export function verifyCommand(kind: 'opening' | 'upgrade' | 'shot', play: object, server: string | null): string {
  const given = `npx @lisura/fairness ${kind} --${kind}=${shellQuoted(JSON.stringify(play))}`;
  return server === null ? given : `${given} --server=${shellQuoted(server)}`;
}

const shellQuoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
