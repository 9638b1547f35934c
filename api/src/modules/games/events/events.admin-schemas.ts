import { type Static, Type } from 'typebox';
import { formatBrl } from '../../../platform/money.ts';
import { CentsText, listOf, pageQuery, Timestamp } from '../../../platform/schemas.ts';
import {
  eventFields,
  eventView,
  exampleEvent,
  exampleShoot,
  exampleTier,
  ShootView,
  TierView,
} from './events.schemas.ts';
import { EVENT_STATUSES, type EventDetail, type EventStatus, type StoredEvent } from './events.types.ts';

const Status = Type.Unsafe<EventStatus>({ type: 'string', enum: [...EVENT_STATUSES] });

export const AdminEventListQuery = pageQuery({ status: Type.Optional(Status) });

const AdminEventView = Type.Object({
  ...eventFields,
  status: Status,
  isRunning: Type.Boolean({ description: 'Published, begun and not ended' }),
  createdAt: Timestamp,
});

const exampleAdminEvent = {
  ...exampleEvent,
  status: 'PUBLISHED',
  isRunning: true,
  createdAt: '2026-11-01T12:00:00.000Z',
};

export const AdminEventList = Type.Object(listOf(AdminEventView).properties, {
  examples: [{ data: [exampleAdminEvent], meta: { page: 1, limit: 20, total: 1 } }],
});

export function adminEventView(event: StoredEvent): Static<typeof AdminEventView> {
  const { tiers: _, shoots: __, ...view } = eventView({ ...event, tiers: [], shoots: [] });
  const { status, isRunning, createdAt } = event;
  return { ...view, status, isRunning, createdAt: createdAt.toISOString() };
}

export const AdminEventDetail = Type.Object(
  {
    ...AdminEventView.properties,
    tiers: Type.Array(TierView),
    shoots: Type.Array(ShootView),
    totals: Type.Object({
      players: Type.Integer({ description: 'Who has wagered while it ran' }),
      wageredCents: CentsText,
      wageredFormatted: Type.String(),
      ticketsSpent: Type.Integer(),
      shots: Type.Integer(),
      claims: Type.Integer({ description: 'Rewards of tiers that were claimed' }),
    }),
  },
  {
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
        },
      },
    ],
  },
);

export function adminEventDetailView(event: EventDetail): Static<typeof AdminEventDetail> {
  const { tiers, shoots } = eventView(event);
  const { players, wageredCents, ticketsSpent, shots, claims } = event.totals;
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
    },
  };
}
