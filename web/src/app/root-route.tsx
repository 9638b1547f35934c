import { createRootRoute } from '@tanstack/react-router';
import { NotFound } from './NotFound.tsx';
import { Shell } from './shell/Shell.tsx';

/** What no page has, and what somebody may not know of, looks the same. */
function NotFoundPage() {
  return (
    <Shell>
      <NotFound />
    </Shell>
  );
}

/** Above all pages: those of players have their shell, the console has its own. */
export const root = createRootRoute({ notFoundComponent: NotFoundPage });
