import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, type Ref, use, useImperativeHandle, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { ErrorTexts } from '../../shared/errors/error-texts.ts';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './DecisionForm.module.css';
import { DecisionRefusal } from './DecisionRefusal.tsx';
import type { Decided, Decision, DecisionFormHandle } from './decision.types.ts';
import { DrawerFooter } from './drawer-footer.ts';
import { HoldButton } from './HoldButton.tsx';
import { type Proposal, ProposalNote } from './ProposalNote.tsx';
import { ReasonField } from './ReasonField.tsx';
import { partTexts } from './texts.ts';
import { useDecision } from './use-decision.ts';

const PHONE = '(max-width: 760px)';

/**
 * Asks for a reason, says in one sentence what will happen, and does it. Nothing is sent without a reason. Where the API
 * wants a fresh second factor it is asked for here, and where it wants a second person it says so.
 */
export function DecisionForm({
  decisions,
  proposal = null,
  suggestions = [],
  reasonHint,
  isReasonFirst = false,
  errors,
  onDone,
  children,
  ref,
}: {
  decisions: readonly Decision[];
  proposal?: Proposal | null;
  /** Reasons that are often given: a press adds one. */
  suggestions?: readonly string[];
  reasonHint?: string;
  /** The keyboard is at the reason when it opens, as in a dialog that asks for nothing else. */
  isReasonFirst?: boolean;
  /** These texts for refusals replace those of the API. */
  errors?: ErrorTexts;
  onDone: (decided: Decided) => void;
  children?: ReactNode;
  ref?: Ref<DecisionFormHandle>;
}) {
  const texts = useTexts(partTexts);
  const field = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState('');
  const [chosen, setChosen] = useState<Decision['id'] | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const deciding = useDecision(onDone);
  const { state, code, decide } = deciding;
  const isReady = reason.trim() !== '' && (!state.needsFactor || code !== '');
  const press = (decision: Decision) => {
    setChosen(decision.id);
    setIsAsking(reason.trim() === '');
    if (isReady) decide(decision, reason.trim());
    else if (reason.trim() === '') field.current?.focus();
  };
  useImperativeHandle(ref, () => ({
    choose: (shortcut) => {
      const decision = decisions.find((each) => each.shortcut === shortcut);
      // A letter never changes what a written reason is for.
      if (decision === undefined || reason !== '') return;
      setChosen(decision.id);
      field.current?.focus();
    },
  }));
  const current = decisions.find(({ id }) => id === chosen) ?? null;
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        // A dialog's form may stand in another one.
        event.stopPropagation();
      }}
    >
      {proposal !== null && <ProposalNote proposal={proposal} />}
      {children}
      <ReasonField
        ref={field}
        value={reason}
        hint={reasonHint ?? texts.reasonHint}
        isMissing={isAsking && reason.trim() === ''}
        suggestions={suggestions}
        isFirst={isReasonFirst}
        onChange={setReason}
        onSend={() => current !== null && press(current)}
      />
      <DecisionRefusal decision={deciding} errors={errors} />
      <Buttons decisions={decisions} current={current} isBusy={state.isBusy} onPress={press} />
    </form>
  );
}

/** The consequence and the buttons stand below the scrolling part of a drawer, or at the end of the form. */
function Buttons({
  decisions,
  current,
  isBusy,
  onPress,
}: {
  decisions: readonly Decision[];
  current: Decision | null;
  isBusy: boolean;
  onPress: (decision: Decision) => void;
}) {
  const texts = useTexts(partTexts);
  const place = use(DrawerFooter);
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  const shown = current === null ? decisions : [current];
  const footer = (
    <div className={classes.footer} data-drawer={place !== null || undefined}>
      <p className={classes.effect}>
        {shown.map(({ id, effect }) => (
          <span key={id}>{effect} </span>
        ))}
        {isPhone && decisions.some(({ isHeld }) => isHeld === true) && texts.holdHint}
      </p>
      <div className={classes.buttons}>
        {decisions.map((decision) => {
          const { id, label, shortcut, tone = 'plain', isHeld = false, isBlocked = false } = decision;
          const common = {
            variant: tone === 'go' ? 'filled' : 'default',
            className: tone === 'refuse' ? (classes.refuse ?? '') : '',
            disabled: isBlocked || isBusy,
            'data-chosen': current?.id === id || undefined,
          };
          if (isHeld && isPhone) {
            return (
              <HoldButton key={id} {...common} onHeld={() => onPress(decision)}>
                {texts.hold(label)}
              </HoldButton>
            );
          }
          return (
            <Button key={id} {...common} loading={isBusy && current?.id === id} onClick={() => onPress(decision)}>
              {label}
              {shortcut !== undefined && <kbd>{shortcut.toUpperCase()}</kbd>}
            </Button>
          );
        })}
      </div>
    </div>
  );
  return place === null ? footer : createPortal(footer, place);
}
