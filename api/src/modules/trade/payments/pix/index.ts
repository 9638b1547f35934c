export { createPix } from './create-pix.ts';
export type { NewPixSend, Pix, PixPayment, PixReturn, PixSend } from './pix.types.ts';
export { CurrencyFields, foreignCurrencyOf, PixEntry, paymentOf } from './pix-payments.ts';
export { wordsOfProvider } from './provider-words.rules.ts';
