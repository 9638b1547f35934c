import './shared/theme/index.ts';
import { MantineProvider } from '@mantine/core';
import { createRoot } from 'react-dom/client';
import { cssVariables, theme } from './shared/theme/index.ts';

const root = document.getElementById('root');
if (root !== null)
  createRoot(root).render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} forceColorScheme="dark">
      <h1>Lisura</h1>
    </MantineProvider>,
  );
