import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { logIn, useSession } from '../../../data/session.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Icon } from '../../../shared/icons/index.tsx';
import { useTimeLeft } from '../../../shared/parts/Countdown.tsx';
import { sharedTexts, useTexts } from '../../../shared/texts/index.ts';
import { texts } from '../texts.ts';
import type { Phase } from './use-opening.ts';

/** The button names the price, or the condition that is missing. */
export function OpenButton({
  phase,
  quantity,
  priceCents,
  isPaused,
  hasHashes,
  waitUntilMs,
  onOpen,
  onSkip,
}: {
  phase: Phase;
  quantity: number;
  priceCents: string;
  isPaused: boolean;
  /** The hashes of all of these rolls are shown. */
  hasHashes: boolean;
  /** Openings of this minute are used up until then; 0 where they are not. */
  waitUntilMs: number;
  onOpen: () => void;
  onSkip: () => void;
}) {
  const words = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const { money, number, countdown } = useFormat();
  const { session, user, isLoading } = useSession();
  const waitMs = useTimeLeft(waitUntilMs);
  const price = BigInt(priceCents) * BigInt(quantity);
  const missing = price - BigInt(session.balanceCents ?? 0);
  if (phase.name === 'asking') return <Button disabled>{words.opening}</Button>;
  if (phase.name === 'spinning') {
    return (
      <>
        <Button disabled>{words.opening}</Button>
        <Button variant="default" leftSection={<Icon name="skip" />} onClick={onSkip}>
          {shared.reel.skip}
        </Button>
      </>
    );
  }
  if (isPaused) return <Button disabled>{shared.paused}</Button>;
  if (user === null && !isLoading) {
    return (
      <Button leftSection={<Icon name="user" />} onClick={() => logIn()}>
        {words.logInToOpen}
      </Button>
    );
  }
  if (user !== null && missing > 0n) {
    return (
      <Button variant="default" component={Link} to="/carteira" leftSection={<Icon name="wallet" />}>
        {words.missing(money(missing))}
      </Button>
    );
  }
  if (waitMs > 0) return <Button disabled>{words.openAgainIn(countdown(waitMs))}</Button>;
  if (!hasHashes) return <Button disabled>{words.waitingHash}</Button>;
  return (
    <Button disabled={!session.permissions.includes('PLAY')} onClick={onOpen}>
      {quantity === 1 ? words.open(money(price)) : words.openMany(number(quantity), money(price))}
    </Button>
  );
}
