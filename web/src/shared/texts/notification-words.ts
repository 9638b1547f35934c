import type { Language } from './index.ts';

interface Words {
  title: string;
  message: string;
}

/** What a notification says in the language that is chosen, where its sender has written it in that one too; and in which. */
export function wordsOf(
  { title, message, metadata }: Words & { metadata: unknown },
  language: Language,
): Words & { lang: Language } {
  const { en } = (metadata ?? {}) as { en?: Partial<Words> };
  if (language !== 'en' || typeof en?.title !== 'string' || typeof en.message !== 'string') {
    return { title, message, lang: 'pt-BR' };
  }
  return { title: en.title, message: en.message, lang: 'en' };
}
