import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { useFormat } from '../../../shared/format/index.ts';
import { useTexts } from '../../../shared/texts/index.ts';
import { withdrawalWords } from './texts.ts';

const EVERY_MS = 5_000;

export function UpdatedAgo({ at }: { at: number }) {
  const { updated } = useTexts(withdrawalWords);
  const { ago } = useFormat();
  const [now, setNow] = useState(() => Date.now());
  useInterval(() => setNow(Date.now()), EVERY_MS, { autoInvoke: true });
  return <span>{updated(ago(new Date(at), Math.max(now, at)))}</span>;
}
