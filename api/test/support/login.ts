/** The whole way of a browser through the sandbox's identity provider; gives the id of the session. */
export async function logInThroughSandbox(address: string, platformId: string): Promise<string> {
  const begun = await fetch(`${address}/api/auth/steam/login`, { redirect: 'manual' });
  const cookie = String(begun.headers.get('set-cookie')).split(';', 1)[0] ?? '';
  const provider = `${begun.headers.get('location')}&account=${platformId}`;
  const signedIn = await fetch(provider, { redirect: 'manual' });
  const callback = new URL(String(signedIn.headers.get('location')));
  const landed = await fetch(`${address}${callback.pathname}${callback.search}`, {
    redirect: 'manual',
    headers: { cookie },
  });
  const sessionId = /sessionId=([0-9a-f]{64})/.exec(String(landed.headers.get('set-cookie')))?.[1];
  if (sessionId === undefined) throw new Error(`No session: ${landed.status} ${await landed.text()}`);
  return sessionId;
}
