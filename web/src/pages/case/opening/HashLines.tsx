import { Modal, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import type { Commitment } from '../../../data/generated/api.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { HashLine } from '../../../shared/parts/HashLine.tsx';
import { sharedTexts, useTexts } from '../../../shared/texts/index.ts';
import { texts } from '../texts.ts';
import classes from './HashLines.module.css';

/** The server is bound to these hashes before anything is played: the next one, and all of a larger press. */
export function HashLines({
  commitments,
  quantity,
  isVisitor,
}: {
  commitments: readonly Commitment[] | null;
  quantity: number;
  isVisitor: boolean;
}) {
  const { hash } = useTexts(texts);
  const { close } = useTexts(sharedTexts);
  const { number } = useFormat();
  const [isOpen, setIsOpen] = useState(false);
  if (isVisitor) return <p className={classes.visitor}>{hash.visitor}</p>;
  return (
    <div className={classes.lines}>
      <HashLine hash={commitments?.[0]?.serverSeedHash ?? null} state="before" />
      {quantity > 1 && (
        <UnstyledButton className={classes.all ?? ''} onClick={() => setIsOpen(true)}>
          {hash.all(number(quantity))}
        </UnstyledButton>
      )}
      <Modal
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title={hash.title}
        size="lg"
        closeButtonProps={{ 'aria-label': close }}
      >
        <p className={classes.lead}>{hash.lead}</p>
        <ol className={classes.list}>
          {commitments?.slice(0, quantity).map(({ nonce, serverSeedHash }) => (
            <li key={nonce}>
              <span>
                {hash.nonce} {number(nonce)}
              </span>
              <code>{serverSeedHash}</code>
            </li>
          ))}
        </ol>
      </Modal>
    </div>
  );
}
