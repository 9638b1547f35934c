import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { queryClient } from '../data/queries.ts';
import { type Language, LanguageProvider } from '../shared/texts/index.ts';
import { cssVariables, theme } from '../shared/theme/index.ts';
import { NamedControls } from './NamedControls.tsx';
import type { AppRouter } from './router.tsx';

interface AppProps {
  router: AppRouter;
  firstLanguage: Language;
  /** Styles that components write while they run carry it, or the policy of the page refuses them. */
  nonce: string;
}

/** This surrounds the pages, in a browser and where pages are drawn ahead. */
export function App({ router, firstLanguage, nonce }: AppProps) {
  return (
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        forceColorScheme="dark"
        getStyleNonce={() => nonce}
      >
        <LanguageProvider first={firstLanguage}>
          <QueryClientProvider client={queryClient}>
            <NamedControls>
              <RouterProvider router={router} />
            </NamedControls>
          </QueryClientProvider>
        </LanguageProvider>
      </MantineProvider>
    </StrictMode>
  );
}
