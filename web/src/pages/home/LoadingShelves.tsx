import { Skeleton, Skeletons } from '../../shared/states/Loading.tsx';
import classes from './Shelves.module.css';

export function LoadingShelves() {
  return (
    <>
      {[1, 2, 3].map((shelf) => (
        <div key={shelf} className={classes.shelf}>
          <div className={classes.head}>
            <Skeleton height={23} width={160} />
          </div>
          <div className={classes.grid}>
            <Skeletons count={4} height={226} />
          </div>
        </div>
      ))}
    </>
  );
}
