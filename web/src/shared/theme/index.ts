import './mantine.css';
import '@mantine/notifications/styles.layer.css';
import './fonts.css';
import './tokens.css';
import './global.css';

export { cssVariables, theme } from './theme.ts';
