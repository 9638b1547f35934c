import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './DecisionForm.module.css';

const HOLD_MS = 1_000;

/** A press of a second does not happen by accident. With a keyboard or a screen reader it is an ordinary button. */
export function HoldButton({
  children,
  onHeld,
  ...rest
}: {
  children: ReactNode;
  onHeld: () => void;
  variant: string;
  className: string;
  disabled: boolean;
}) {
  const [isHeld, setIsHeld] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const release = () => {
    clearTimeout(timer.current);
    setIsHeld(false);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <Button
      {...rest}
      className={`${rest.className} ${classes.hold}`}
      data-held={isHeld || undefined}
      onPointerDown={() => {
        setIsHeld(true);
        timer.current = setTimeout(() => {
          setIsHeld(false);
          onHeld();
        }, HOLD_MS);
      }}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      onContextMenu={(event) => event.preventDefault()}
      // A click without a pointer is one of the keyboard.
      onClick={(event) => event.detail === 0 && onHeld()}
    >
      {children}
    </Button>
  );
}
