import { useLanguage } from '../../../shared/texts/index.ts';

export function useRateWords(): (rate: number) => string {
  const { language } = useLanguage();
  return (rate) => rate.toLocaleString(language, { maximumFractionDigits: 10, useGrouping: false });
}
