import { DAY_MS } from '../durations.ts';
import type { TlsIdentity } from './tls-identity.ts';

/** By the setting that has each. */
export type Certificates = Readonly<Record<string, TlsIdentity>>;

export interface CertificateEnd {
  setting: string;
  /** It is null where the certificate cannot be read. */
  endsAt: Date | null;
  /** It ends within 30 days, or cannot be used. */
  isDue: boolean;
}

const WARN_MS = 30 * DAY_MS;

export function readEnds(certificates: Certificates, now: Date): Promise<CertificateEnd[]> {
  return Promise.all(
    Object.entries(certificates).map(async ([setting, identity]) => {
      const endsAt = (await identity.current().catch(() => null))?.endsAt ?? null;
      return { setting, endsAt, isDue: endsAt === null || endsAt.getTime() - now.getTime() < WARN_MS };
    }),
  );
}
