import { useLanguage } from '../texts/language.tsx';
import { type Format, formatOf } from './format.ts';

export const useFormat = (): Format => formatOf(useLanguage().language);

export type { Format };
