import type { FastifyInstance, FastifyReply } from 'fastify';
import type { SandboxContext } from '../stand-in.ts';
import { findAccount } from './accounts.ts';
import { OPENID_NAMESPACE } from './sign-in-request.ts';

/** An address stands for a provider that anybody can choose, or for the sign-in of one account. */
type ServiceType = 'server' | 'signon';

/**
 * By OpenID 2.0, section 7.3.2, libraries find the sign-in from the provider's address, and ask the claimed id of an
 * answer whether that provider may speak for it.
 */
export function registerDiscovery(server: FastifyInstance, { origin }: SandboxContext): void {
  const describe = (reply: FastifyReply, type: ServiceType) =>
    reply.type('application/xrds+xml; charset=utf-8').send(xrds(type, `${origin()}/openid/login`));

  server.get('/openid', (_request, reply) => describe(reply, 'server'));
  server.get<{ Params: { platformId: string } }>('/openid/id/:platformId', (request, reply) =>
    findAccount(request.params.platformId) ? describe(reply, 'signon') : reply.callNotFound(),
  );
}

function xrds(type: ServiceType, loginAddress: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<xrds:XRDS xmlns:xrds="xri://$xrds" xmlns="xri://$xrd*($v*2.0)">
  <XRD>
    <Service priority="0">
      <Type>${OPENID_NAMESPACE}/${type}</Type>
      <URI>${loginAddress}</URI>
    </Service>
  </XRD>
</xrds:XRDS>
`;
}
