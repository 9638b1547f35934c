import { bankProfiles, createPix, type Pix, type WebhookSecrets } from '../modules/trade/payments/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { HotStore } from '../platform/hot-store/hot-store.ts';
import type { Logger } from '../platform/observability/logger.ts';
import { createTlsIdentity, type TlsIdentity } from '../platform/outbound/tls-identity.ts';
import { createSeal } from '../platform/secrets/sealing.ts';
import type { SecretsKeys } from '../platform/secrets/secrets.ts';
import type { PixConfig } from './pix-config.ts';

interface BankDeps {
  clock: Clock;
  hotStore: HotStore;
  keys: SecretsKeys;
  logger: Logger;
}

export interface BankConnection {
  pix: Pix;
  webhookSecrets: Omit<WebhookSecrets, 'mercadoPago'>;
  /** The port for webhooks shows it; null without a port. */
  portIdentity: TlsIdentity | null;
  /** By the setting that has each. */
  bankCertificates: Readonly<Record<string, TlsIdentity>>;
}

export function connectBank(config: PixConfig, { clock, hotStore, keys, logger }: BankDeps): BankConnection {
  const profile = bankProfiles[config.bank];
  const identity = config.certificate && createTlsIdentity(config.certificate, logger);
  const portIdentity = config.webhookPort && createTlsIdentity(config.webhookPort.certificate, logger);
  const seal = createSeal(keys, 'bank tokens');
  return {
    pix: createPix({ ...config, url: config.url ?? profile.url ?? '', clock, hotStore, seal, identity, logger }),
    webhookSecrets: {
      pix: config.webhookSecret,
      pixWays: {
        hasPort: config.webhookPort !== null,
        certificateName: config.webhookCertificateName,
        addressSecret: config.webhookAddressSecret,
        networks: config.webhookNetworks ?? profile.networks,
      },
    },
    portIdentity,
    bankCertificates: {
      ...(identity === null ? {} : { PIX_CLIENT_CERT: identity }),
      ...(portIdentity === null ? {} : { PIX_WEBHOOK_CERT: portIdentity }),
    },
  };
}
