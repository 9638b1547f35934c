import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Once } from '../../../platform/database/idempotency.ts';
import type { RunningModule } from '../../../platform/module.ts';
import type { DecisionDeps } from '../../people/decisions/index.ts';
import type { OrderKind, OrderOutcome, Orders, OrdersOf, StoredOrder } from './orders.records.ts';
import { countOpenOrders, insertOrder } from './orders.sql.ts';
import { createSendsUnderWay, LEASE_MS, leaseFor, sendOrder, type WritingDeps } from './send-order.ts';
import { settleDueOrders } from './settle-due-orders.ts';
import { type AnyKind, type EndManuallyCommand, endManually, type OrdersDeps } from './settle-order.ts';

export interface RunningOrders extends Orders, Required<Pick<RunningModule, 'jobs' | 'measures' | 'stop'>> {
  settleDue(): Promise<void>;
  endManually(command: EndManuallyCommand, once: Once<StoredOrder> | null): Promise<StoredOrder>;
}

export function createOrders(given: OrdersDeps & DecisionDeps & Pick<WritingDeps, 'wait'>): RunningOrders {
  const sends = createSendsUnderWay(given.logger);
  const deps = { ...given, owner: randomUUID(), sends };
  const kinds = new Map<string, AnyKind>();
  const settleDue = () => settleDueOrders({ ...deps, kinds });

  function handle<Ask, Bought, Needed>(kind: OrderKind<Ask, Bought, Needed>): OrdersOf<Ask, Bought> {
    assert(!kinds.has(kind.kind), `orders of the kind ${kind.kind} are handled twice`);
    const any = kind as unknown as AnyKind;
    kinds.set(kind.kind, any);
    return {
      place: (tx, { projectId, ask }) => {
        const lease = leaseFor(deps, deps, LEASE_MS);
        return insertOrder(tx, { kind: kind.kind, projectId, ask }, deps.clock.now(), lease);
      },
      send: async (id) => (await sendOrder(deps, any, id)) as OrderOutcome<Bought>,
    };
  }

  return {
    handle,
    settleDue,
    endManually: (command, once) => endManually({ ...deps, kinds }, command, once),
    jobs: { tasks: { 'settle-orders': settleDue }, schedule: ['* * * * * settle-orders'] },
    measures: measuresOf(deps),
    stop: sends.stop,
  };
}

function measuresOf({ db, clock }: OrdersDeps): RunningOrders['measures'] {
  const labels = ['kind', 'status'] as const;
  const ageSeconds = (since: Date) => Math.max(0, (clock.now().getTime() - since.getTime()) / 1_000);
  return [
    {
      name: 'lisura_orders_open',
      help: 'Orders outside that are not settled, by kind and status',
      labels,
      read: async () =>
        (await countOpenOrders(db)).map(({ kind, status, count }) => ({ labels: { kind, status }, value: count })),
    },
    {
      name: 'lisura_orders_oldest_seconds',
      help: 'Age of the oldest order outside that is not settled, by kind and status',
      labels,
      read: async () =>
        (await countOpenOrders(db)).map(({ kind, status, oldestAt }) => ({
          labels: { kind, status },
          value: ageSeconds(oldestAt),
        })),
    },
  ];
}
