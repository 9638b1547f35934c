import { useState } from 'react';
import { useTexts } from '../../../shared/texts/index.ts';
import { ConsolePage } from '../../parts/ConsolePage.tsx';
import { type Result, ResultLine } from '../../queues/ResultLine.tsx';
import { BroadcastForm } from './BroadcastForm.tsx';
import { BroadcastTable } from './BroadcastTable.tsx';
import { texts as ownTexts } from './texts.ts';

/** Messages to all users: writing one, and how far those are that were sent. */
export function NotificationsPage() {
  const texts = useTexts(ownTexts);
  const [result, setResult] = useState<Result | null>(null);
  const [sent, setSent] = useState(0);
  return (
    <ConsolePage title={texts.title} lead={texts.lead}>
      {/* Each message begins with an empty form. */}
      <BroadcastForm
        key={sent}
        onSent={(next) => {
          setResult(next);
          setSent(sent + 1);
        }}
      />
      <ResultLine result={result} />
      <BroadcastTable />
    </ConsolePage>
  );
}
