import { useLanguage } from '../texts/language.tsx';
import { type Format, formatOf } from './format.ts';

/** In the language that is chosen. */
export const useFormat = (): Format => formatOf(useLanguage().language);

export type { Format };
