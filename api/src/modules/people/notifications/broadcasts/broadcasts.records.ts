import { Type } from 'typebox';
import { listOf, walkQuery } from '../../../../platform/lists.ts';
import { id, integer, oneOf, orNull, record, type Static, string, time } from '../../../../platform/record.ts';
import { BROADCAST_TYPES } from '../notifications.records.ts';

const text = (maxLength: number, description: string, example: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    // The database stores no character 0.
    pattern: '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$',
    'x-fault': `must have 1 to ${maxLength} characters that are not all blank`,
    description,
    examples: [example],
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

const contentFields = {
  type: oneOf(BROADCAST_TYPES, 'BroadcastType', 'News of the platform, or an offer'),
  title: text(100, 'Text in Portuguese', 'Manutenção na sexta-feira'),
  message: text(1_000, 'Text in Portuguese', 'O site fica fora do ar das 3h às 4h.'),
  titleEn: text(100, 'Text in English', 'Maintenance on Friday'),
  messageEn: text(1_000, 'Text in English', 'The site is down from 3 to 4 in the morning.'),
};

export const Broadcast = record('Broadcast', 'A notification to all users, or to those who were there lately', {
  id: id<'broadcast'>('Id of the notification to all users'),
  ...contentFields,
  activeWithinDays: orNull(integer('Days', 30), 'Only to users who were there within so many days; null: to all', null),
  reason: string('Why it was sent', 'A new database'),
  createdBy: id<'user'>('Id of the administrator who sent it'),
  creatorName: string('Name of that administrator', 'Ana'),
  createdAt: time('When it was sent'),
  recipients: integer('How many were meant then', 1_200),
  sent: integer('How many have it by now', 1_000),
  finishedAt: orNull(time('When'), 'When the last of them had it; null while it is sent', null),
});
export type Broadcast = Static<typeof Broadcast>;

export type Audience = Pick<Broadcast, 'activeWithinDays'>;
export type BroadcastContent = Audience & Pick<Broadcast, keyof typeof contentFields>;

const [{ type, title, message, titleEn, messageEn, reason } = {} as never] = Broadcast.examples as Broadcast[];
export const BroadcastBody = Type.Object(
  {
    ...contentFields,
    activeWithinDays: Type.Optional(Days),
    reason: text(500, 'Why it is sent, for the audit trail; users do not read it', 'A new database'),
  },
  { title: 'NewBroadcast', examples: [{ type, title, message, titleEn, messageEn, reason }] },
);

export const BroadcastsQuery = walkQuery('Only those that were sent before this one', {});
export const BroadcastList = listOf(Broadcast);
