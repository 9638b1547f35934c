import { PlayTick } from '../../../shared/fairness/PlayTick.tsx';
import { playLink } from '../../../shared/fairness/verify-link.ts';
import { useTexts } from '../../../shared/texts/index.ts';
import { texts } from '../texts.ts';
import type { Result } from './use-results.ts';

export function CheckTick({ result: { opening, check }, compact = false }: { result: Result; compact?: boolean }) {
  const { notShown, accountSeed } = useTexts(texts).result;
  const notes = [
    ...(check.committedHash === null ? [notShown] : []),
    ...(opening.clientSeedSource === 'ACCOUNT' ? [accountSeed] : []),
  ];
  const link = playLink('opening', opening, check);
  return <PlayTick check={check} link={link} notes={notes} compact={compact} />;
}
