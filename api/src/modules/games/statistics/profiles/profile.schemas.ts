import { type Static, Type } from 'typebox';
import { idOf, orNull, timeOf } from '../../../../platform/schemas.ts';
import { type Drop, DropView, dropView, exampleDrop } from '../../drops/index.ts';
import { levelOf, playsOfNextLevel } from './level.rules.ts';

export const ProfileParams = Type.Object({ id: idOf('Id of the user') });

export const ProfileView = Type.Object(
  {
    id: idOf('Names the user'),
    username: Type.String({ description: 'Display name' }),
    avatarUrl: orNull(Type.String(), 'The picture; null where there is none'),
    memberSince: timeOf('When they first logged in'),
    level: Type.Integer({ minimum: 1, description: 'Level by the number of plays, never by amounts' }),
    nextLevelPlays: Type.Integer({ minimum: 1, description: 'How many plays the next level takes' }),
    plays: Type.Integer({ minimum: 0, description: 'How often they have played' }),
    bestWins: Type.Array(DropView, {
      description: 'The most valuable wins in cases and battles in the last 30 days; at most 6',
    }),
  },
  {
    title: 'PublicProfile',
    examples: [
      {
        id: '1',
        username: 'Ana',
        avatarUrl: null,
        memberSince: '2026-11-01T12:00:00.000Z',
        level: 3,
        nextLevelPlays: 90,
        plays: 57,
        bestWins: [exampleDrop],
      },
    ],
  },
);

export interface Profile {
  id: string;
  username: string;
  avatarUrl: string | null;
  createdAt: Date;
  plays: number;
  bestWins: readonly Drop[];
}

export function profileView({
  id,
  username,
  avatarUrl,
  createdAt,
  plays,
  bestWins,
}: Profile): Static<typeof ProfileView> {
  const level = levelOf(plays);
  return {
    id,
    username,
    avatarUrl,
    memberSince: createdAt.toISOString(),
    level,
    nextLevelPlays: playsOfNextLevel(level),
    plays,
    bestWins: bestWins.map(dropView),
  };
}
