import type { Language } from './language.tsx';

/** Reasons that the API gives in words of its own. */
export const REASONS_IN_ENGLISH: ReadonlyMap<string, string> = new Map([
  ['A compra foi cancelada no mercado.', 'The purchase was cancelled on the marketplace.'],
  ['Cancelado por quem pediu.', 'Cancelled by who asked for it.'],
  ['Erro desconhecido ao processar compra', 'Unknown error while the purchase was processed'],
  ['o Pix foi recusado pelo banco', 'the bank refused the Pix'],
]);

/** Known reasons are translated; words of a bank, a seller or an administrator are shown as they were written. */
export const reasonIn = (language: Language, reason: string): string =>
  language === 'en' ? (REASONS_IN_ENGLISH.get(reason) ?? reason) : reason;
