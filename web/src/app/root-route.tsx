import { createRootRoute } from '@tanstack/react-router';
import { NotFound } from './NotFound.tsx';
import { Shell } from './shell/Shell.tsx';

/** A page that does not exist and a page that the user may not know of look the same. */
function NotFoundPage() {
  return (
    <Shell>
      <NotFound />
    </Shell>
  );
}

/** Pages of players have their shell, and the console has its own. */
export const root = createRootRoute({ notFoundComponent: NotFoundPage });
