import { en } from './en.ts';
import { defineTexts } from './language.tsx';
import { ptBR } from './pt-br.ts';

export const sharedTexts = defineTexts(ptBR, en);

export {
  chosenLanguage,
  defineTexts,
  LANGUAGES,
  type Language,
  LanguageProvider,
  useLanguage,
  useTexts,
} from './language.tsx';
export { useReason } from './use-reason.ts';
