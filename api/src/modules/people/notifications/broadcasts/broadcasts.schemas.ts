import { type Static, Type } from 'typebox';
import { listOf, walkQuery } from '../../../../platform/lists.ts';
import { idOf, orNull, Timestamp, timeOf } from '../../../../platform/schemas.ts';
import { BROADCAST_TYPES, type BroadcastType } from '../notifications.types.ts';
import type { Broadcast } from './broadcasts.types.ts';

const text = (maxLength: number, description: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    // The database stores no character 0.
    pattern: '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$',
    'x-fault': `must have 1 to ${maxLength} characters that are not all blank`,
    description,
  });

const TypeField = Type.Unsafe<BroadcastType>({
  title: 'BroadcastType',
  type: 'string',
  enum: [...BROADCAST_TYPES],
  description: 'News of the platform, or an offer',
});
const MOST_DAYS = 366;
const Days = Type.Integer({
  minimum: 1,
  maximum: MOST_DAYS,
  description: 'Only to users who were there within so many days; without it to all',
});

export const AudienceQuery = Type.Object({ activeWithinDays: Type.Optional(Days) });
export const AudienceView = Type.Object(
  { recipients: Type.Integer({ description: 'Users who would get it' }) },
  { title: 'BroadcastAudience', examples: [{ recipients: 1_200 }] },
);

const exampleWords = {
  title: 'Manutenção na sexta-feira',
  message: 'O site fica fora do ar das 3h às 4h.',
  titleEn: 'Maintenance on Friday',
  messageEn: 'The site is down from 3 to 4 in the morning.',
};
const exampleContent = { type: 'SYSTEM', ...exampleWords, activeWithinDays: null };

const contentFields = {
  type: TypeField,
  title: text(100, 'Text in Portuguese'),
  message: text(1_000, 'Text in Portuguese'),
  titleEn: text(100, 'Text in English'),
  messageEn: text(1_000, 'Text in English'),
};

export const BroadcastBody = Type.Object(
  {
    ...contentFields,
    activeWithinDays: Type.Optional(Days),
    reason: text(500, 'Why it is sent, for the audit trail; users do not read it'),
  },
  { title: 'NewBroadcast', examples: [{ type: 'SYSTEM', ...exampleWords, reason: 'A new database' }] },
);

const exampleBroadcast = {
  id: '1',
  ...exampleContent,
  reason: 'A new database',
  createdBy: '1',
  creatorName: 'Ana',
  createdAt: '2026-11-15T12:00:00.000Z',
  recipients: 1_200,
  sent: 1_000,
  finishedAt: null,
};

const BroadcastView = Type.Object(
  {
    id: idOf('Id of the notification to all users'),
    ...contentFields,
    activeWithinDays: orNull(Type.Integer(), 'Only to users who were there within so many days; null: to all'),
    reason: Type.String({ description: 'Why it was sent' }),
    createdBy: idOf('Id of the administrator who sent it'),
    creatorName: Type.String({ description: 'Name of that administrator' }),
    createdAt: timeOf('When it was sent'),
    recipients: Type.Integer({ description: 'How many were meant then' }),
    sent: Type.Integer({ description: 'How many have it by now' }),
    finishedAt: orNull(Timestamp, 'When the last of them had it; null while it is sent'),
  },
  {
    title: 'Broadcast',
    description: 'A notification to all users, or to those who were there lately',
    examples: [exampleBroadcast],
  },
);
export const SentBroadcast = BroadcastView;
export const BroadcastsQuery = walkQuery('Only those that were sent before this one', {});
export const BroadcastList = listOf(BroadcastView, {
  examples: [{ data: [exampleBroadcast], meta: { page: 1, limit: 20, total: 1 } }],
});

export const broadcastView = ({ createdAt, finishedAt, ...broadcast }: Broadcast): Static<typeof BroadcastView> => ({
  ...broadcast,
  createdAt: createdAt.toISOString(),
  finishedAt: finishedAt?.toISOString() ?? null,
});
