import { type Static, Type } from 'typebox';
import { idOf, orNull, Timestamp, timeOf } from '../../../platform/schemas.ts';
import { TRADE_URL_CHECKS, type TradeUrlCheck, type User } from './users.types.ts';

export const exampleUser = {
  id: '1',
  platformId: '76561198000000001',
  username: 'Ana',
  avatarUrl: 'https://avatars.example/1.jpg',
  role: 'USER',
  status: 'ACTIVE',
  tradeUrl: 'https://steamcommunity.com/tradeoffer/new/?partner=39734314&token=abcDEF12',
  tradeUrlCheck: 'CONFIRMED',
  tradeUrlCheckedAt: '2026-11-01T12:05:00.000Z',
  clientSeed: 'my lucky seed',
  nonce: 21,
  createdAt: '2026-11-01T12:00:00.000Z',
  lastActiveAt: '2026-11-15T12:00:00.000Z',
};

const nullable = (description: string) => orNull(Type.String(), description);

/** Somebody, as everybody sees them. */
export const PublicUserView = Type.Object(
  {
    id: idOf('Names the user'),
    username: Type.String({ description: 'Display name' }),
    avatarUrl: nullable('The picture; null where there is none'),
  },
  { title: 'PublicUser', description: 'Somebody, as everybody sees them' },
);
export type PublicUser = Static<typeof PublicUserView>;

export const examplePublicUser: PublicUser = {
  id: '7',
  username: 'Bia',
  avatarUrl: 'https://images.example/avatars/7.png',
};

/** The caller as they see themselves. */
export const UserView = Type.Object(
  {
    id: idOf('Names the user'),
    platformId: Type.String({ description: 'The 64-bit account id at the identity provider' }),
    username: Type.String({ description: 'Name at the identity provider' }),
    avatarUrl: nullable('Picture of the account'),
    role: Type.Unsafe<'USER' | 'ADMIN'>({
      title: 'UserRole',
      type: 'string',
      enum: ['USER', 'ADMIN'],
      description: 'Whether the user is an administrator',
    }),
    status: Type.Unsafe<User['status']>({
      title: 'UserStatus',
      type: 'string',
      enum: ['ACTIVE', 'SUSPENDED', 'BANNED', 'CLOSED'],
      description:
        'Whether the user may log in: only ACTIVE users may. An account that its user has closed is CLOSED for good',
    }),
    tradeUrl: nullable('Address that withdrawn items are sent to; null until set'),
    tradeUrlCheck: Type.Unsafe<TradeUrlCheck>({
      title: 'TradeUrlCheck',
      type: 'string',
      enum: [...TRADE_URL_CHECKS],
      description:
        'Answer of the marketplace about the trade URL. UNCONFIRMED: it has not answered yet, or there is none; ' +
        'NOT_YOURS: no offer can be sent to your account with it. It keeps you from nothing',
    }),
    tradeUrlCheckedAt: orNull(Timestamp, 'When the marketplace answered; null if it has not'),
    clientSeed: nullable('Used for every roll; null means a random one each time'),
    nonce: Type.Integer({ minimum: 0, description: 'Nonce of your last roll; the next one takes the number after it' }),
    createdAt: timeOf('When the user first logged in'),
    lastActiveAt: timeOf('When the user last did anything'),
  },
  { title: 'User', description: 'A user, as they see themselves', examples: [exampleUser] },
);

export function userView(user: User): Static<typeof UserView> {
  return {
    ...user,
    nonce: Number(user.nonce),
    tradeUrlCheckedAt: user.tradeUrlCheckedAt?.toISOString() ?? null,
    createdAt: user.createdAt.toISOString(),
    lastActiveAt: user.lastActiveAt.toISOString(),
  };
}

export const TradeUrlBody = Type.Object(
  { tradeUrl: Type.String({ maxLength: 256, description: 'The trade URL of your own account' }) },
  { examples: [{ tradeUrl: exampleUser.tradeUrl }] },
);
export const TradeUrlView = Type.Object(
  { tradeUrl: Type.String({ description: 'The trade URL that is set now' }) },
  { title: 'TradeUrl', examples: [{ tradeUrl: exampleUser.tradeUrl }] },
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
