import type { FastifyInstance } from 'fastify';
import { sendDrawing } from '../pages/drawing.ts';
import { sendPage } from '../pages/page.ts';
import { queryOf } from '../request-query.ts';
import type { SandboxContext } from '../stand-in.ts';
import { findAccount } from './accounts.ts';
import { drawAvatar } from './avatar.ts';
import { profilePage } from './identity-pages.ts';

const MAX_IDS_A_REQUEST = 100;

export function registerProfiles(server: FastifyInstance, { origin }: SandboxContext): void {
  // Libraries spell the version with noughts.
  server.get('/ISteamUser/GetPlayerSummaries/:version(^v(?:000)?2$)', async (request, reply) => {
    const query = queryOf(request);
    if (!query.get('key')) {
      return reply.code(403).type('text/html').send('<h1>Forbidden</h1>Access is denied. Verify your <pre>key=</pre>');
    }
    const ids = query.get('steamids');
    if (!ids) return reply.code(400).type('text/html').send("<h1>Bad Request</h1>'steamids' is missing");
    const players = [...new Set(ids.split(','))]
      .slice(0, MAX_IDS_A_REQUEST)
      .flatMap((platformId) => findAccount(platformId) ?? [])
      .map(({ platformId, name }) => ({
        steamid: platformId,
        personaname: name,
        profileurl: `${origin()}/profiles/${platformId}/`,
        avatarfull: `${origin()}/identity/avatars/${platformId}.svg`,
      }));
    return { response: { players } };
  });

  server.get<{ Params: { file: string } }>('/identity/avatars/:file', (request, reply) => {
    const account = request.params.file.endsWith('.svg') ? findAccount(request.params.file.slice(0, -4)) : undefined;
    if (!account) return reply.callNotFound();
    return sendDrawing(reply, drawAvatar(account));
  });

  server.get<{ Params: { platformId: string } }>('/profiles/:platformId', (request, reply) => {
    const account = findAccount(request.params.platformId);
    if (!account) return reply.callNotFound();
    return sendPage(reply, 200, profilePage(account));
  });
}
