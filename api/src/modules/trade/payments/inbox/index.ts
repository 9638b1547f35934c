export { createInbox, type Inbox } from './create-inbox.ts';
export { inboxInvariants } from './inbox.invariants.ts';
export { inboxMeasures } from './inbox.measures.ts';
export { webhookProviderRoutes } from './inbox.routes.ts';
export type { EventHandler, StoredEvent } from './inbox.types.ts';
export { findGivenBack, findPaidTxids } from './pix-events.sql.ts';
export { PIX_PAYMENT, PIX_PROVIDER, PIX_RETURN } from './pix-events.types.ts';
export { eventsOf, providersOf, type WebhookSecrets } from './providers/index.ts';
