import { Link } from '@tanstack/react-router';
import { defineTexts, useTexts } from '../texts/index.ts';
import classes from './RefusalKept.module.css';

const texts = defineTexts(
  {
    kept: 'A recusa ficou guardada neste navegador, e a mesma semente vale até o hash ser revelado.',
    see: 'Jogadas recusadas',
  },
  {
    kept: 'The refusal is kept in this browser, and the same seed stays until the hash is revealed.',
    see: 'Refused plays',
  },
);

/** Explains below a refusal why it gives nobody a choice, although the client seed was sent. */
export function RefusalKept() {
  const { kept, see } = useTexts(texts);
  return (
    <p className={classes.kept}>
      {kept}{' '}
      <Link to="/verificar" hash="game=refusals">
        {see}
      </Link>
    </p>
  );
}
