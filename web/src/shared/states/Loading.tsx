import { sharedTexts, useTexts } from '../texts/index.ts';
import classes from './states.module.css';

/** Takes the place that the content will have, so that nothing moves when it comes. */
export function Skeleton({ height, width = '100%' }: { height: number | string; width?: number | string }) {
  return <div className={classes.skeleton} style={{ height, width }} aria-hidden="true" />;
}

/** Several of the same height, in whatever grid or list they stand. */
export function Skeletons({ count, height }: { count: number; height: number | string }) {
  const texts = useTexts(sharedTexts);
  return (
    <>
      <span className="visually-hidden" role="status">
        {texts.loading}
      </span>
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: They are all the same, and never move.
        <Skeleton key={place} height={height} />
      ))}
    </>
  );
}

/** The program or the data of the page is on its way. */
export function PageLoading() {
  return (
    <div style={{ display: 'grid', gap: 18, paddingTop: 26, minHeight: '70vh', alignContent: 'start' }}>
      <Skeleton height={36} width={240} />
      <Skeleton height={220} />
      <Skeletons count={2} height={120} />
    </div>
  );
}
