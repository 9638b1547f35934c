import type { UserRole, UserStatus } from '../data/generated/api.ts';
import type { Tone } from '../shared/parts/Badge.tsx';
import { defineTexts } from '../shared/texts/index.ts';

export const USER_TONES: Readonly<Record<UserStatus, Tone>> = {
  ACTIVE: 'accent',
  SUSPENDED: 'amber',
  BANNED: 'red',
  CLOSED: 'plain',
};

interface UserWords {
  statuses: Record<UserStatus, string>;
  roles: Record<UserRole, string>;
}

export const userWords = defineTexts<UserWords>(
  {
    statuses: { ACTIVE: 'Ativo', SUSPENDED: 'Suspenso', BANNED: 'Banido', CLOSED: 'Encerrado' },
    roles: { USER: 'Jogador', ADMIN: 'Administração' },
  },
  {
    statuses: { ACTIVE: 'Active', SUSPENDED: 'Suspended', BANNED: 'Banned', CLOSED: 'Closed' },
    roles: { USER: 'Player', ADMIN: 'Administration' },
  },
);
