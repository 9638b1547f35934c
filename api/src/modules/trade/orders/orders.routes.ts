import { callerOf } from '../../../platform/http/edge/access.ts';
import type { Routes } from '../../../platform/http/http-part.ts';
import { onceOf } from '../../../platform/http/once.ts';
import { errorAnswers } from '../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../platform/ids.ts';
import { EndOrderBody, foundIn, OrderParams, OutsideOrder } from './orders.records.ts';
import type { RunningOrders } from './settle-due-orders.ts';

export function ordersAdminRoutes(routes: Routes, orders: Pick<RunningOrders, 'endManually'>): void {
  routes.post(
    '/admin/orders/:id/end',
    {
      config: { repeatable: true },
      schema: {
        operationId: 'adminEndOrder',
        summary: 'End an order by hand',
        description:
          'Ends an order that was sent at least an hour ago and whose outcome the other side does not tell. `BOUGHT` ' +
          'needs the `reference` that the order has there, and `priceCoins` for a purchase at the marketplace; the ' +
          'consequences are those of every purchase. `NOT_BOUGHT` gives items or money back; the other side is asked ' +
          'again 15 and 60 minutes later, and `ORDER_CONTRADICTED` is raised if it disagrees. It cannot be undone, ' +
          'and the audit trail records `ORDER_ENDED_BY_HAND`. Administrators cannot end an order for a record of ' +
          'their own.',
        params: OrderParams,
        body: EndOrderBody,
        response: { 200: OutsideOrder, ...errorAnswers(403, 404, 409, 422) },
      },
    },
    async (request, reply) => {
      const { userId: actorId, sessionId } = callerOf(request);
      const command = {
        id: toId<'order'>(request.params.id),
        found: foundIn(request.body),
        reason: request.body.reason.trim(),
        actorId,
        sessionId,
        ip: request.ip,
      };
      return orders.endManually(
        command,
        onceOf(request, reply, (order) => order),
      );
    },
  );
}
