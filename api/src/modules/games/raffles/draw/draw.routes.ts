import type { Routes } from '../../../../platform/http/http-part.ts';
import { onceOf } from '../../../../platform/http/once.ts';
import { errorAnswers } from '../../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../../platform/ids.ts';
import { ReasonBody } from '../../../../platform/schemas.ts';
import { editorOf } from '../../../people/audit/index.ts';
import { PublicRaffle, RaffleParams, raffleView } from '../raffles.schemas.ts';
import { type DrawDeps, drawRaffle } from './draw-raffle.ts';

export function drawAdminRoutes(routes: Routes, deps: DrawDeps): void {
  routes.post(
    '/raffle/:id/draw',
    {
      config: { repeatable: true },
      schema: {
        operationId: 'drawRaffle',
        summary: 'Draw a raffle',
        description:
          'Each prize has one roll, in ascending `displayOrder`: with the server seed of the prize, whose hash was ' +
          'shown from the beginning, the client seed that all prizes share, and the nonce `displayOrder` + 1, up to ' +
          'the number of eligible tickets. The ticket at index `roll` mod that number wins, and all tickets of its ' +
          'owner leave. Answers 409 unless sales are closed and it was not drawn, or while the round of public ' +
          'randomness that it waits for is not published, and 503 if that cannot be read. The server draws a raffle ' +
          'by itself one hour after its sales were closed.',
        params: RaffleParams,
        body: ReasonBody,
        response: { 200: PublicRaffle, ...errorAnswers(404, 409) },
      },
    },
    async (request, reply) => {
      const editor = editorOf(request, request.body.reason);
      return raffleView(await drawRaffle(deps, toId(request.params.id), editor, onceOf(request, reply, raffleView)));
    },
  );
}
