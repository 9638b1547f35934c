import { useLanguage } from '../../../shared/texts/index.ts';

/** With all its decimals: a rate is not rounded. */
export function useRateWords(): (rate: number) => string {
  const { language } = useLanguage();
  return (rate) => rate.toLocaleString(language, { maximumFractionDigits: 10, useGrouping: false });
}
