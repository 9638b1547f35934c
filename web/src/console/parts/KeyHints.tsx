import { useTexts } from '../../shared/texts/index.ts';
import classes from './KeyHints.module.css';
import { partTexts } from './texts.ts';

/** Where nothing is decided, only the keys that move are listed. */
export function KeyHints({ isForDecisions = true }: { isForDecisions?: boolean }) {
  const { keys } = useTexts(partTexts);
  return (
    <p className={classes.hints}>
      <kbd>J</kbd>
      <kbd>K</kbd> {keys.move}
      <kbd>Enter</kbd> {keys.open}
      {isForDecisions && (
        <>
          <kbd>A</kbd> {keys.approve}
          <kbd>R</kbd> {keys.reject}
        </>
      )}
    </p>
  );
}
