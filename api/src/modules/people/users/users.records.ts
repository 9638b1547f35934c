import { Type } from 'typebox';
import { defineError, validationFailed } from '../../../platform/errors.ts';
import { listOf, pageQuery } from '../../../platform/lists.ts';
import { type Cents, formatBrl } from '../../../platform/money.ts';
import {
  cents,
  id,
  integer,
  oneOf,
  orNull,
  part,
  record,
  type Static,
  string,
  time,
} from '../../../platform/record.ts';
import { idOf } from '../../../platform/schemas.ts';

export type UserStatus = 'ACTIVE' | 'SUSPENDED' | 'BANNED' | 'CLOSED';
/** An administrator sets it after the account was closed. */
export type BarredAs = Extract<UserStatus, 'SUSPENDED' | 'BANNED'>;
export type UserRole = 'USER' | 'ADMIN';

const TRADE_URL_CHECKS = ['UNCONFIRMED', 'CONFIRMED', 'NOT_YOURS'] as const;
export type TradeUrlCheck = (typeof TRADE_URL_CHECKS)[number];

/** The identity provider's description of an account. */
export interface PlatformProfile {
  platformId: string;
  username: string | null;
  avatarUrl: string | null;
}

/** The 64-bit account id is this plus the 32-bit id of trade URLs. */
const PLATFORM_ID_BASE = 76_561_197_960_265_728n;
const TRADE_URL =
  /^https:\/\/steamcommunity\.com\/tradeoffer\/new\/\?partner=([0-9]{1,10})&token=([A-Za-z0-9_-]{1,64})$/;

type TradeUrlFault = 'format' | 'foreign-account';

/** Returns null where the form is wrong or the URL leads to another account. */
export function tradeLinkOf(tradeUrl: string, platformId: string): { partner: string; token: string } | null {
  if (tradeUrlFault(tradeUrl, platformId) !== null) return null;
  const [, partner = '', token = ''] = TRADE_URL.exec(tradeUrl) ?? [];
  return { partner, token };
}

/** A URL of another account would send items to a stranger. */
export function tradeUrlFault(tradeUrl: string, platformId: string): TradeUrlFault | null {
  const partner = TRADE_URL.exec(tradeUrl)?.[1];
  if (partner === undefined) return 'format';
  return BigInt(partner) + PLATFORM_ID_BASE === BigInt(platformId) ? null : 'foreign-account';
}

/** People must be able to see and retype each character; a space is one. */
export function isPrintableSeed(seed: string): boolean {
  return [...seed].length <= 128 && /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u.test(seed);
}

export const userNotFound = defineError('USER_NOT_FOUND', 404, 'Usuário não encontrado.', 'No user has this id.');

const TRADE_URL_FAULTS: Readonly<Record<TradeUrlFault, string>> = {
  format: 'deve ser um Trade URL como https://steamcommunity.com/tradeoffer/new/?partner=123&token=abcDEF12',
  'foreign-account': 'deve ser o Trade URL da sua própria conta',
};

export const invalidTradeUrl = (fault: TradeUrlFault) =>
  validationFailed([{ field: 'tradeUrl', message: TRADE_URL_FAULTS[fault] }]);

export const invalidClientSeed = () =>
  validationFailed([{ field: 'clientSeed', message: 'must have 1 to 128 printable characters' }]);

const EXAMPLE_TRADE_URL = 'https://steamcommunity.com/tradeoffer/new/?partner=39734314&token=abcDEF12';
const nullable = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

export const PublicUserView = Type.Object(
  {
    id: idOf('Names the user'),
    username: Type.String({ description: 'Display name' }),
    avatarUrl: nullable('The picture; null where there is none'),
  },
  { title: 'PublicUser', description: 'Somebody, as everybody sees them' },
);
type PublicUser = Static<typeof PublicUserView>;

export const examplePublicUser: PublicUser = {
  id: '7',
  username: 'Bia',
  avatarUrl: 'https://images.example/avatars/7.png',
};

export const UserView = record('User', 'A user, as they see themselves', {
  id: id<'user'>('Names the user'),
  platformId: string('The 64-bit account id at the identity provider', '76561198000000001'),
  username: string('Name at the identity provider', 'Ana'),
  avatarUrl: orNull(string('An address', 'https://avatars.example/1.jpg'), 'Picture of the account'),
  role: oneOf(['USER', 'ADMIN'] as const, 'UserRole', 'Whether the user is an administrator'),
  status: oneOf(
    ['ACTIVE', 'SUSPENDED', 'BANNED', 'CLOSED'] as const,
    'UserStatus',
    'Whether the user may log in: only ACTIVE users may. An account that its user has closed is CLOSED for good',
  ),
  tradeUrl: orNull(string('An address', EXAMPLE_TRADE_URL), 'Address that withdrawn items are sent to; null until set'),
  tradeUrlCheck: oneOf(
    TRADE_URL_CHECKS,
    'TradeUrlCheck',
    'Answer of the marketplace about the trade URL. UNCONFIRMED: it has not answered yet, or there is none; ' +
      'NOT_YOURS: no offer can be sent to your account with it. It keeps you from nothing',
  ),
  tradeUrlCheckedAt: orNull(time('When'), 'When the marketplace answered; null if it has not', null),
  clientSeed: orNull(string('A seed', 'my lucky seed'), 'Used for every roll; null means a random one each time'),
  nonce: Type.Integer({
    minimum: 0,
    description: 'Nonce of your last roll; the next one takes the number after it',
    examples: [21],
  }),
  createdAt: time('When the user first logged in', '2026-11-01T12:00:00.000Z'),
  lastActiveAt: time('When the user last did anything'),
});
/** The nonce is that of the last roll, 0 before the first. */
export type User = Omit<Static<typeof UserView>, 'nonce'> & { nonce: string };

export const exampleUser = UserView.examples[0];

export const userView = (user: User): Static<typeof UserView> => ({ ...user, nonce: Number(user.nonce) });

export const TradeUrlBody = Type.Object(
  { tradeUrl: Type.String({ maxLength: 256, description: 'The trade URL of your own account' }) },
  { examples: [{ tradeUrl: EXAMPLE_TRADE_URL }] },
);
export const TradeUrlView = Type.Object(
  { tradeUrl: Type.String({ description: 'The trade URL that is set now' }) },
  { title: 'TradeUrl', examples: [{ tradeUrl: EXAMPLE_TRADE_URL }] },
);

export const ClientSeedBody = Type.Object(
  {
    clientSeed: Type.Union([Type.String({ maxLength: 512 }), Type.Null()], {
      description:
        '1 to 128 printable characters, or null for a random seed each time. Draw one of your own: a seed that others ' +
        'use too proves less',
      'x-fault': 'must have 1 to 128 printable characters, or be null',
    }),
  },
  { examples: [{ clientSeed: null }] },
);
export const ClientSeedView = Type.Object(
  { clientSeed: nullable('The seed that is set now; null means a random one each time') },
  { title: 'ClientSeed', examples: [{ clientSeed: null }] },
);

const { role, status } = UserView.properties;

export const UserListQuery = pageQuery({
  search: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: 'Part of the name, or exactly an id or an account id' }),
  ),
  status: Type.Optional({ ...status, description: 'Only those of this status' }),
  role: Type.Optional({ ...role, description: 'Only administrators, or only others' }),
});

const ListedUserView = record('ListedUser', 'A user with their balance', {
  ...UserView.properties,
  barredAs: orNull(
    Type.Unsafe<BarredAs>({ type: 'string', enum: ['SUSPENDED', 'BANNED'] }),
    'For a CLOSED account: status that an administrator has set since, so that the person may not come back; null: ' +
      'they may',
    null,
  ),
  balanceCents: cents('Balance of the user, in BRL cents', '123456'),
  balanceFormatted: string('The balance, for a person', 'R$ 1.234,56'),
  debtCents: cents('Debt of the user for deposits that were given back, in BRL cents', '0'),
});
export type ListedUser = User & Pick<Static<typeof ListedUserView>, 'barredAs' | 'balanceCents' | 'debtCents'>;

export const UserList = listOf(ListedUserView);

export const listedUserView = (user: ListedUser): Static<typeof ListedUserView> => ({
  ...user,
  ...userView(user),
  balanceFormatted: formatBrl(user.balanceCents),
});

export const UserParams = Type.Object({ id: idOf('Id of the user') });

export const UserFiguresView = record('UserDetail', 'A user with balance and figures', {
  ...ListedUserView.properties,
  figures: part(
    Type.Object({
      transfers: integer('Lines on the statement', 37),
      rolls: integer('Rolls of cases, upgrades and battles so far: the last nonce', 21),
      activeSessions: integer('Sessions that are valid now', 2),
      itemsAvailable: integer('AVAILABLE items of the inventory', 8),
      itemsValueCents: cents('Worth of those items, in BRL cents'),
      itemsValueFormatted: string('The same, for a person', 'R$ 987,65'),
    }),
    'A user with their figures',
    {
      transfers: 37,
      rolls: 21,
      activeSessions: 2,
      itemsAvailable: 8,
      itemsValueCents: '98765',
      itemsValueFormatted: 'R$ 987,65',
    },
  ),
});
export type UserFigures = ListedUser & {
  transferCount: string;
  activeSessions: number;
  itemsAvailable: string;
  itemsValueCents: Cents;
};

export const userFiguresView = (user: UserFigures): Static<typeof UserFiguresView> => ({
  ...listedUserView(user),
  figures: {
    transfers: Number(user.transferCount),
    rolls: Number(user.nonce),
    activeSessions: user.activeSessions,
    itemsAvailable: Number(user.itemsAvailable),
    itemsValueCents: user.itemsValueCents,
    itemsValueFormatted: formatBrl(user.itemsValueCents),
  },
});
