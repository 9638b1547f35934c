import type { WebhookProvider } from '../inbox.types.ts';
import { mercadoPagoWebhooks } from './mercado-pago.ts';
import { pixWebhooks } from './pix.ts';

export { eventsOf } from './pix.ts';

/** What each provider signs with; null where it is not used, and then unknown. */
export interface WebhookSecrets {
  pix: string | null;
  mercadoPago: string | null;
}

/** Everybody who may call us. A new provider is a file beside this one, and a line here. */
export function providersOf({ pix, mercadoPago }: WebhookSecrets): ReadonlyMap<string, WebhookProvider> {
  const providers = [
    pix === null ? null : pixWebhooks(pix),
    mercadoPago === null ? null : mercadoPagoWebhooks(mercadoPago),
  ];
  return new Map(providers.flatMap((provider) => (provider === null ? [] : [[provider.name, provider] as const])));
}
