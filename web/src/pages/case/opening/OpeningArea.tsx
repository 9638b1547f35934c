import { useLocalStorage } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { newIdempotencyKey } from '../../../data/api.ts';
import type { CaseWithItems } from '../../../data/generated/api.ts';
import { useSession } from '../../../data/session.ts';
import { takeSeed } from '../../../shared/fairness/kept-seeds.ts';
import { USER_STREAM } from '../../../shared/fairness/refused-plays.ts';
import { useNextRolls } from '../../../shared/fairness/use-next-rolls.ts';
import { CaseHead } from '../CaseHead.tsx';
import { Results } from '../result/Results.tsx';
import { Stage } from '../stage/Stage.tsx';
import { Controls } from './Controls.tsx';
import { isClientSeed } from './client-seed.ts';
import { HashLines } from './HashLines.tsx';
import { OpenButton } from './OpenButton.tsx';
import { OpeningNotices } from './OpeningNotices.tsx';
import { SeedField } from './SeedField.tsx';
import type { ShownVersion } from './types.ts';
import { useClientSeed } from './use-client-seed.ts';
import { useOpening } from './use-opening.ts';
import { useWait } from './use-wait.ts';

export function OpeningArea({ shown }: { shown: CaseWithItems }) {
  const { user, isLoading } = useSession();
  const [quantity, setQuantity] = useState(1);
  const [isFast, setIsFast] = useLocalStorage({ key: 'lisura:fast', defaultValue: false });
  const [isSkipped, setIsSkipped] = useState(false);
  const version: ShownVersion = {
    caseId: shown.id,
    versionNumber: shown.versionNumber,
    flipThreshold: shown.flipThreshold,
    items: shown.items,
  };
  const { phase, open, stopped, dismiss } = useOpening({ userId: user?.id ?? null, version });
  const next = useNextRolls(user?.id ?? null, quantity);
  const seed = useClientSeed(user, next);
  const isPressed = useRef(false);
  const waitUntilMs = useWait();
  const isBusy = phase.name === 'asking' || phase.name === 'spinning';
  const canOpen = next !== null && isClientSeed(seed.shown) && quantity <= seed.most;

  const press = async () => {
    if (user === null || next === null || !canOpen || isPressed.current) return;
    isPressed.current = true;
    setIsSkipped(false);
    const clientSeed = await takeSeed(user.id, USER_STREAM, next, quantity, seed.fresh);
    isPressed.current = false;
    void open({
      idempotencyKey: newIdempotencyKey(),
      userId: user.id,
      caseId: shown.id,
      body: {
        quantity,
        expectedPriceCents: shown.priceCents,
        expectedVersion: shown.versionNumber,
        clientSeed,
      },
      clientSeed,
      hashes: next.map(({ nonce, serverSeedHash }) => [nonce, serverSeedHash]),
      pressedAtMs: Date.now(),
    });
    seed.used();
  };

  return (
    <section aria-busy={isBusy} data-phase={phase.name}>
      <CaseHead
        shown={shown}
        version={shown.versionNumber}
        hash={<HashLines commitments={next} quantity={quantity} isVisitor={user === null && !isLoading} />}
      />
      <Stage
        version={version}
        quantity={quantity}
        phase={phase}
        speed={isFast ? 'fast' : 'normal'}
        isSkipped={isSkipped}
        onStop={stopped}
      />
      <Controls
        quantity={quantity}
        onQuantity={setQuantity}
        isFast={isFast}
        onFast={setIsFast}
        isBusy={isBusy}
        button={
          <OpenButton
            phase={phase}
            quantity={quantity}
            priceCents={shown.priceCents}
            isPaused={shown.isPaused}
            hasHashes={canOpen}
            waitUntilMs={waitUntilMs}
            onOpen={() => void press()}
            onSkip={() => setIsSkipped(true)}
          />
        }
      />
      <OpeningNotices
        shown={shown}
        phase={phase}
        quantity={quantity}
        most={seed.most}
        onAskAgain={(request) => void open(request, true)}
        onQuantity={setQuantity}
      />
      <Results phase={phase} quantity={quantity} onKeep={dismiss} />
      {user !== null && (
        <SeedField seed={seed.shown} origin={seed.origin} isBusy={isBusy} onSeed={seed.type} onRenew={seed.renew} />
      )}
    </section>
  );
}
