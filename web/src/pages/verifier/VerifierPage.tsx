import { PageTitle } from '../../shared/parts/PageTitle.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { texts } from './texts.ts';

export function VerifierPage() {
  const { title } = useTexts(texts);
  return <PageTitle title={title} />;
}
