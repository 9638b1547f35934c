import type { BattleMode } from '@lisura/fairness';
import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { Logger } from '../../../../platform/observability/logger.ts';
import type { Push } from '../../../../platform/realtime/events.ts';
import type { Settings } from '../../../../platform/settings/settings.ts';
import type { ShowDrops } from '../../drops/index.ts';
import type { BattleSeat, Randomness } from '../battles.types.ts';
import type { RoundsDeps } from '../rounds/start-battle.ts';

export interface LobbyDeps extends RoundsDeps {
  db: Db;
  clock: Clock;
  settings: Settings;
  push: Push;
  showDrops: ShowDrops;
  logger: Logger;
}

/** Who asks, and from where: commitments are recorded with both. */
export interface Asker {
  userId: Id<'user'>;
  ip: string;
}

export interface BattleRequest extends Asker {
  mode: BattleMode;
  isTeams: boolean;
  seatCount: number;
  /** By round. */
  caseIds: readonly Id<'case'>[];
  isPrivate: boolean;
  randomness: Randomness;
  clientSeed: string | null;
  /** Null: whatever it is. */
  expectedEntryCents: Cents | null;
}

export interface NewBattle extends Pick<BattleRequest, 'mode' | 'isTeams' | 'seatCount' | 'randomness'> {
  id: Id<'battle'>;
  creatorId: Id<'user'>;
  entryCents: Cents;
  invitationCode: string | null;
  /** Null where no beacon decides. */
  beaconDelaySeconds: number | null;
  expiresAt: Date;
  rounds: readonly { caseId: Id<'case'>; versionId: Id<'case-version'>; priceCents: Cents }[];
}

export interface JoinRequest extends Asker {
  battleId: Id<'battle'>;
  clientSeed: string | null;
  /** Null: none was given. */
  invitationCode: string | null;
}

export interface BotsRequest extends Asker {
  battleId: Id<'battle'>;
  count: number;
  /** Of who adds them, after their hashes were public; null: none was given. */
  clientSeed: string | null;
}

/** A seat as it is written when somebody takes it. */
export interface TakenSeat
  extends Pick<BattleSeat, 'seat' | 'userId' | 'botName' | 'clientSeed' | 'isAccountSeed' | 'firstNonce'> {
  /** Null for a bot, which pays nothing. */
  transferId: Id<'transfer'> | null;
}
