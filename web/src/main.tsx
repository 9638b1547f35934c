import './shared/theme/index.ts';
import { setNonce } from 'get-nonce';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { createAppRouter } from './app/router.tsx';
import { queryClient } from './data/queries.ts';
import { chosenLanguage } from './shared/texts/index.ts';

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
setNonce(nonce);

// Developer tools and tests look here for the data of pages.
Object.assign(window, { __TANSTACK_QUERY_CLIENT__: queryClient });

const root = document.getElementById('root');
if (root !== null) show(root);

async function show(root: HTMLElement): Promise<void> {
  const router = createAppRouter();
  // A page that was drawn ahead is shown until the page itself can take its place.
  if (root.hasChildNodes()) await router.load();
  const app = <App router={router} firstLanguage={chosenLanguage()} nonce={nonce} />;
  // In slices, so that a slow telephone answers a finger meanwhile.
  startTransition(() => createRoot(root).render(app));
}
