export { createPix } from './create-pix.ts';
export type { NewPixSend, Pix, PixCharge, PixPayment, PixSend } from './pix.types.ts';
export { PixEntry, paymentOf } from './pix-payments.ts';
