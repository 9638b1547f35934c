import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/database/db.ts';
import { type Certificates, readEnds } from '../../../../platform/outbound/certificate-ends.ts';
import { type AlertContent, raiseAlert, resolveAlert } from '../../../people/alerts/index.ts';

const KIND = 'BANK_CERTIFICATE_ENDS';

export async function watchCertificates(deps: { db: Db; clock: Clock; bankCertificates: Certificates }) {
  const { db, clock, bankCertificates } = deps;
  const now = clock.now();
  for (const { setting, endsAt, isDue } of await readEnds(bankCertificates, now)) {
    if (isDue) await raiseAlert(db, certificateEnds(setting, endsAt, now));
    else await resolveAlert(db, { kind: KIND, key: setting });
  }
}

const certificateEnds = (setting: string, endsAt: Date | null, now: Date): AlertContent => ({
  kind: KIND,
  key: setting,
  level: endsAt === null || endsAt <= now ? 'CRITICAL' : 'WARNING',
  title: 'A certificate of the connection to the bank ends',
  message:
    endsAt === null
      ? `The certificate of ${setting} cannot be read: nobody can deposit with it.`
      : `The certificate of ${setting} ends on ${endsAt.toISOString().slice(0, 10)}. Replace its file; no restart is needed.`,
  details: { setting, endsAt: endsAt?.toISOString() ?? null },
});
