import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react';

/** Portuguese is the product's language; English is complete, and chosen in the page. */
export const LANGUAGES = ['pt-BR', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

const COOKIE = 'language';
const A_YEAR_S = 31_536_000;
const isLanguage = (value: unknown): value is Language => LANGUAGES.some((language) => language === value);

/** Kept in a cookie, by which the server sends pages in it. The server's `languageOf` goes by the same rule. */
export function chosenLanguage(): Language {
  const kept = new RegExp(`(?:^|; )${COOKIE}=([^;]*)`).exec(document.cookie)?.[1];
  if (isLanguage(kept)) return kept;
  return navigator.language.toLowerCase().startsWith('en') ? 'en' : 'pt-BR';
}

interface Chosen {
  language: Language;
  choose: (language: Language) => void;
}

const LanguageContext = createContext<Chosen>({ language: 'pt-BR', choose: () => undefined });

export function LanguageProvider({ first, children }: { first: Language; children: ReactNode }) {
  const [language, setLanguage] = useState(first);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const choose = useCallback((next: Language) => {
    // biome-ignore lint/suspicious/noDocumentCookie: The newer interface is missing where a page comes over plain HTTP.
    document.cookie = `${COOKIE}=${next}; path=/; max-age=${A_YEAR_S}; samesite=lax`;
    setLanguage(next);
  }, []);
  return <LanguageContext value={{ language, choose }}>{children}</LanguageContext>;
}

export const useLanguage = (): Chosen => use(LanguageContext);

/** A page defines its texts in both languages: `defineTexts({ title: 'Carteira' }, { title: 'Wallet' })`. */
export interface Texts<Shape> {
  'pt-BR': Shape;
  en: Shape;
}

/** The English has what the Portuguese has, or it does not compile. */
export const defineTexts = <Shape,>(ptBR: Shape, en: NoInfer<Shape>): Texts<Shape> => ({ 'pt-BR': ptBR, en });

export const useTexts = <Shape,>(texts: Texts<Shape>): Shape => texts[useLanguage().language];
