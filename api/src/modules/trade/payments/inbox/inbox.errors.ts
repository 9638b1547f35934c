import { defineError } from '../../../../platform/errors.ts';

export const unknownProvider = defineError(
  'WEBHOOK_PROVIDER_UNKNOWN',
  404,
  'Provedor desconhecido.',
  'No provider of this name may call the webhook.',
);
export const notGenuine = defineError(
  'WEBHOOK_NOT_GENUINE',
  401,
  'A assinatura está ausente ou incorreta.',
  'The message was not signed by the provider, was changed afterwards, or is more than five minutes old or ahead.',
);
