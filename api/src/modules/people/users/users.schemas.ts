import { type Static, Type } from 'typebox';
import { IdText, Timestamp } from '../../../platform/schemas.ts';
import type { User } from './users.types.ts';

export const exampleUser = {
  id: '42',
  platformId: '76561198000000042',
  username: 'Ana',
  avatarUrl: 'https://avatars.example/42.jpg',
  role: 'USER',
  status: 'ACTIVE',
  tradeUrl: 'https://steamcommunity.com/tradeoffer/new/?partner=39734314&token=abcDEF12',
  clientSeed: 'my lucky seed',
  createdAt: '2026-11-01T12:00:00.000Z',
  lastActiveAt: '2026-11-15T12:00:00.000Z',
};

const nullable = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

/** The caller as they see themselves. */
export const UserView = Type.Object(
  {
    id: IdText,
    platformId: Type.String({ description: 'The 64-bit account id at the identity provider' }),
    username: Type.String(),
    avatarUrl: nullable('Picture of the account'),
    role: Type.Unsafe<'USER' | 'ADMIN'>({ type: 'string', enum: ['USER', 'ADMIN'] }),
    status: Type.Unsafe<User['status']>({ type: 'string', enum: ['ACTIVE', 'SUSPENDED', 'BANNED'] }),
    tradeUrl: nullable('Where withdrawn items are sent; null until set'),
    clientSeed: nullable('Used for every roll; null means a random one each time'),
    createdAt: Timestamp,
    lastActiveAt: Timestamp,
  },
  { examples: [exampleUser] },
);

export function userView(user: User): Static<typeof UserView> {
  return { ...user, createdAt: user.createdAt.toISOString(), lastActiveAt: user.lastActiveAt.toISOString() };
}

export const TradeUrlBody = Type.Object(
  { tradeUrl: Type.String({ maxLength: 256, description: 'The trade URL of your own account' }) },
  { examples: [{ tradeUrl: exampleUser.tradeUrl }] },
);
export const TradeUrlView = Type.Object(
  { tradeUrl: Type.String() },
  { examples: [{ tradeUrl: exampleUser.tradeUrl }] },
);

export const ClientSeedBody = Type.Object(
  {
    clientSeed: Type.Union([Type.String({ maxLength: 512 }), Type.Null()], {
      description: '1 to 128 printable characters, or null for a random seed each time',
      'x-fault': 'must have 1 to 128 printable characters, or be null',
    }),
  },
  { examples: [{ clientSeed: 'my lucky seed' }] },
);
export const ClientSeedView = Type.Object(
  { clientSeed: Type.Union([Type.String(), Type.Null()]) },
  { examples: [{ clientSeed: 'my lucky seed' }] },
);
