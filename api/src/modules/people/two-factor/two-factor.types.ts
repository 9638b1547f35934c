import type { Id } from '../../../platform/ids.ts';

/** What a user has typed: what the app shows, or one of the recovery codes. */
export type TypedCode = { kind: 'APP'; digits: string } | { kind: 'RECOVERY'; code: string };

/** A secret that an authenticator app shares with us. */
export interface SecondFactor {
  userId: Id<'user'>;
  sealedSecret: Buffer;
  keyId: string;
  /** Null while it is set up and no code has shown that the app has it. */
  enabledAt: Date | null;
}

/** Where a user stands, without any secret. */
export interface SecondFactorStatus {
  enabledAt: Date | null;
  recoveryCodesLeft: number;
}

/** What was tried in the last while, and which of it was right. */
export interface Tries {
  triedAt: readonly Date[];
  acceptedAt: readonly Date[];
}
