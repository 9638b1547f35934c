import { isApiError } from '../../data/api-error.ts';
import { ErrorLine } from '../../shared/errors/ErrorLine.tsx';
import type { ErrorTexts } from '../../shared/errors/error-texts.ts';
import { useTexts } from '../../shared/texts/index.ts';
import { adminErrorTexts } from './admin-error-texts.ts';
import classes from './Refusal.module.css';

/** Says why the API refused, with every fault that it names in its own words. */
export function Refusal({ error, texts = {} }: { error: unknown; texts?: ErrorTexts }) {
  const shared = useTexts(adminErrorTexts);
  const faults = isApiError(error) ? error.fields : [];
  return (
    <>
      <ErrorLine error={error} texts={{ ...shared, ...texts }} />
      {faults.length > 0 && (
        <ul className={classes.faults} lang="en">
          {faults.map(({ field, message }) => (
            <li key={`${field} ${message}`}>
              <code>{field}</code> {message}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
