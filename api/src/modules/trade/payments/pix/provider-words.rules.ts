/** They are stored and shown: no longer than a person reads. */
const MAX_LENGTH = 300;

/**
 * Why a provider has not done something: `motivo` of a payment that failed, `detail` of the Central Bank's refusals, `nome`
 * and `mensagem` of Efí's. Null where it says nothing. One line, without what no database can hold: also a character that is
 * cut in two by the length.
 */
export function wordsOfProvider(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null;
  const { motivo, detail, nome, mensagem } = body as Readonly<Record<string, unknown>>;
  const said = [motivo, detail, nome, mensagem].filter((words) => typeof words === 'string').map(onOneLine);
  const words = said.filter((each) => each !== '').join(': ');
  return words === '' ? null : words.slice(0, MAX_LENGTH).toWellFormed();
}

const onOneLine = (text: string) => text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
