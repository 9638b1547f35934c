import type { Language } from './index.ts';

interface Words {
  title: string;
  message: string;
}

/** Translates a notification where there are words in the chosen language, and says which language it is in. */
export function wordsOf(
  { type, title, message, metadata }: Words & { type: string; metadata: unknown },
  language: Language,
): Words & { lang: Language } {
  const inEnglish = type === 'WITHDRAWAL_FAILED' ? failedWithdrawal(message) : englishOf(metadata);
  if (language !== 'en' || inEnglish === null) return { title, message, lang: 'pt-BR' };
  return { ...inEnglish, lang: 'en' };
}

function englishOf(metadata: unknown): Words | null {
  const { en } = (metadata ?? {}) as { en?: Partial<Words> };
  return typeof en?.title === 'string' && typeof en.message === 'string'
    ? { title: en.title, message: en.message }
    : null;
}

const ITEM_STAYS =
  /^(?:Não foi possível retirar (?<wanted>.+), que|(?<awaited>.+) não foi entregue e) está disponível de novo/;
const REASON = / Motivo: (?<reason>.+)$/s;
/** The reasons of the platform's own. A person's or the marketplace's stand as they were written. */
const REASONS: Readonly<Record<string, string>> = {
  'A compra foi cancelada no mercado.': 'The purchase was cancelled on the marketplace.',
  'Erro desconhecido ao processar compra': 'An unknown error of the purchase.',
  'o Pix foi recusado pelo banco': 'The bank refused the Pix.',
  'não foi confirmado a tempo': 'It was not confirmed in time.',
};

/** It has no metadata, by the documents: its item and its reason are taken from what it says in Portuguese. */
function failedWithdrawal(message: string): Words {
  const { wanted, awaited = wanted } = ITEM_STAYS.exec(message)?.groups ?? {};
  const { reason } = REASON.exec(message)?.groups ?? {};
  const said =
    awaited === undefined
      ? 'Your withdrawal could not be paid: the sum is back on your balance.'
      : `${awaited} was not delivered and is available again in your inventory.`;
  return {
    title: 'The withdrawal failed',
    message: reason === undefined ? said : `${said} Reason: ${REASONS[reason] ?? reason}`,
  };
}
