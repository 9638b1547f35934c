import './shared/theme/index.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { NamedControls } from './app/NamedControls.tsx';
import { router } from './app/router.tsx';
import { queryClient } from './data/queries.ts';
import { LanguageProvider } from './shared/texts/index.ts';
import { cssVariables, theme } from './shared/theme/index.ts';

/** Styles that components write while they run carry the nonce of the page, or its policy refuses them. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
setNonce(nonce);

const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        forceColorScheme="dark"
        getStyleNonce={() => nonce}
      >
        <LanguageProvider>
          <QueryClientProvider client={queryClient}>
            <NamedControls>
              <RouterProvider router={router} />
            </NamedControls>
          </QueryClientProvider>
        </LanguageProvider>
      </MantineProvider>
    </StrictMode>,
  );
}
