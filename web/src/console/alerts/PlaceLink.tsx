import { Link } from '@tanstack/react-router';
import { useTexts } from '../../shared/texts/index.ts';
import { placeOfAlert } from './alert-places.ts';
import classes from './alerts.module.css';
import { alertTexts } from './texts.ts';

/** Leads to where an alert of this kind is dealt with; nothing where that is outside of the console. */
export function PlaceLink({ kind }: { kind: string }) {
  const texts = useTexts(alertTexts);
  const place = placeOfAlert(kind);
  if (place === null) return null;
  const [path, query = ''] = place.to.split('?');
  return (
    <Link to={path as never} search={Object.fromEntries(new URLSearchParams(query)) as never} className={classes.place}>
      {texts.places[place.text]}
    </Link>
  );
}
