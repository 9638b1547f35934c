import { type Static, Type } from 'typebox';
import { listOf, pageQuery } from '../../../../platform/lists.ts';
import { formatBrl } from '../../../../platform/money.ts';
import { centsOf, moneyText, orNull, timeOf } from '../../../../platform/schemas.ts';
import {
  eventFields,
  eventView,
  exampleEvent,
  exampleShoot,
  exampleTier,
  ShootView,
  TierView,
} from '../events.schemas.ts';
import { EVENT_STATUSES, type EventDetail, type EventStatus, type StoredEvent } from '../events.types.ts';

const Status = Type.Unsafe<EventStatus>({
  title: 'EventStatus',
  type: 'string',
  enum: [...EVENT_STATUSES],
  description: 'Status of the event, from draft on',
});

export const AdminEventListQuery = pageQuery({
  status: Type.Optional({ ...Status, description: 'Only those of this status' }),
});

const AdminEventView = Type.Object(
  {
    ...eventFields,
    status: Status,
    isRunning: Type.Boolean({ description: 'Published, begun and not ended' }),
    budgetCents: orNull(
      centsOf('The most that its rewards and shots may cost, in BRL cents'),
      'The most that its rewards and shots may cost, in BRL cents; null: it has none, as events published before budgets',
    ),
    createdAt: timeOf('When it was made'),
  },
  { title: 'AdminEvent', description: 'An event as administrators see it' },
);

const exampleAdminEvent = {
  ...exampleEvent,
  status: 'PUBLISHED',
  isRunning: true,
  budgetCents: '5000000',
  createdAt: '2026-11-01T12:00:00.000Z',
};

export const AdminEventList = listOf(AdminEventView, {
  examples: [{ data: [exampleAdminEvent], meta: { page: 1, limit: 20, total: 1 } }],
});

export function adminEventView(event: StoredEvent): Static<typeof AdminEventView> {
  const { tiers: _, shoots: __, ...view } = eventView({ ...event, tiers: [], shoots: [] });
  const { status, isRunning, budgetCents, createdAt } = event;
  return {
    ...view,
    status,
    isRunning,
    budgetCents: budgetCents?.toString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}

export const AdminEventDetail = Type.Object(
  {
    ...AdminEventView.properties,
    tiers: Type.Array(TierView, { description: 'The pass, by points' }),
    shoots: Type.Array(ShootView, { description: 'The tables of shots, by price' }),
    totals: Type.Object(
      {
        players: Type.Integer({ description: 'Number of users who have wagered during the event' }),
        wageredCents: centsOf('Their wagers, in BRL cents'),
        wageredFormatted: moneyText('The same, for a person'),
        ticketsSpent: Type.Integer({ description: 'Tickets that shots have cost' }),
        shots: Type.Integer({ description: 'Shots that were fired' }),
        claims: Type.Integer({ description: 'Rewards of tiers that were claimed' }),
        spentCents: centsOf('Part of the budget that rewards and shots have used, in BRL cents; 0 without a budget'),
      },
      { description: 'The figures of the event so far' },
    ),
  },
  {
    title: 'AdminEventDetail',
    description: 'An event with all that it holds',
    examples: [
      {
        ...exampleAdminEvent,
        tiers: [exampleTier],
        shoots: [exampleShoot],
        totals: {
          players: 120,
          wageredCents: '981200',
          wageredFormatted: 'R$ 9.812,00',
          ticketsSpent: 32_000,
          shots: 71,
          claims: 208,
          spentCents: '1250000',
        },
      },
    ],
  },
);

export function adminEventDetailView(event: EventDetail): Static<typeof AdminEventDetail> {
  const { tiers, shoots } = eventView(event);
  const { players, wageredCents, ticketsSpent, shots, claims, spentCents } = event.totals;
  return {
    ...adminEventView(event),
    tiers,
    shoots,
    totals: {
      players,
      wageredCents: wageredCents.toString(),
      wageredFormatted: formatBrl(wageredCents),
      ticketsSpent: Number(ticketsSpent),
      shots,
      claims,
      spentCents: spentCents.toString(),
    },
  };
}
