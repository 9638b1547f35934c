/**
 * Writes the line that checks a play on one's own machine: it holds the play and asks `server` for public information.
 * Equals signs spare JSON and addresses further care.
 */
export function verifyCommand(kind: 'opening' | 'upgrade' | 'shot', play: object, server: string | null): string {
  const given = `npx @lisura/fairness ${kind} --${kind}=${shellQuoted(JSON.stringify(play))}`;
  return server === null ? given : `${given} --server=${shellQuoted(server)}`;
}

const shellQuoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
