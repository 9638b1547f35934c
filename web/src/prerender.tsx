import { createMemoryHistory } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { App } from './app/App.tsx';
import { createAppRouter } from './app/router.tsx';
import type { Language } from './shared/texts/index.ts';

/** Runs while the app is built: a page as a visitor sees it before any data has come. */
export async function prerender(address: string, language: Language, nonce: string): Promise<string> {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [address] }));
  await router.load();
  return renderToString(<App router={router} firstLanguage={language} nonce={nonce} />);
}
