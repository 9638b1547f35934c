interface ReplyLimits {
  timeoutMs: number;
  maxBytes: number;
}

/**
 * The JSON at an address of our configuration. The time, the length and the place are bounded: a redirect could lead
 * anywhere, and is an error like everything that is no 200.
 */
export async function fetchJson(address: string, { timeoutMs, maxBytes }: ReplyLimits): Promise<unknown> {
  const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`${address} answered ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop by an error cancels the rest of the body.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error(`${address} answered more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}
