import { useTexts } from '../../shared/texts/index.ts';
import classes from './KeyHints.module.css';
import { partTexts } from './texts.ts';

/** What the keys of a list do, below it; where nothing is decided, only those that move. */
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
