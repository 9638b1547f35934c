import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import controls from './controls.module.css';

/** Mantine gets the look of the product here; pages set no colours. */
const accent: MantineColorsTuple = [
  '#e6fcf2',
  '#cdf8e3',
  '#9ff0c8',
  '#7fe9b6',
  '#5bf2b3',
  '#3ddc97',
  '#2ecb88',
  '#23a56e',
  '#1a7d54',
  '#0f5437',
];
const dark: MantineColorsTuple = [
  '#eef2fa',
  '#c4cddd',
  '#9ca8bc',
  '#7f8ba1',
  '#33405a',
  '#26304a',
  '#1d2535',
  '#151b28',
  '#0f141e',
  '#090c13',
];

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: 5,
  colors: { accent, dark },
  autoContrast: true,
  luminanceThreshold: 0.35,
  black: '#04140c',
  white: '#eef2fa',
  fontFamily: 'var(--font-body)',
  fontFamilyMonospace: 'var(--font-mono)',
  headings: { fontFamily: 'var(--font-heading)', fontWeight: '600' },
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '18px' },
  spacing: { xs: '6px', sm: '10px', md: '14px', lg: '18px', xl: '22px' },
  radius: { xs: '6px', sm: '8px', md: '12px', lg: '14px', xl: '18px' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'md', variant: 'filled' }, classNames: { root: controls.button ?? '' } },
    TextInput: { classNames: { input: controls.input ?? '', label: controls.label ?? '' } },
    NumberInput: {
      classNames: { input: controls.input ?? '', label: controls.label ?? '', controls: controls.steppers ?? '' },
    },
    NativeSelect: { classNames: { input: controls.input ?? '', label: controls.label ?? '' } },
    Textarea: { classNames: { input: controls.input ?? '', label: controls.label ?? '' } },
    Select: {
      classNames: { input: controls.input ?? '', label: controls.label ?? '', dropdown: controls.dropdown ?? '' },
    },
    SegmentedControl: {
      classNames: {
        root: controls.segments ?? '',
        indicator: controls.segment ?? '',
        label: controls.segmentLabel ?? '',
      },
    },
    Switch: { classNames: { body: controls.switch ?? '' } },
    Menu: { classNames: { dropdown: controls.dropdown ?? '', item: controls.option ?? '' } },
    Popover: { classNames: { dropdown: controls.dropdown ?? '' } },
    Tooltip: { classNames: { tooltip: controls.tooltip ?? '' } },
    Modal: {
      defaultProps: {
        centered: true,
        radius: 22,
        overlayProps: { backgroundOpacity: 0.75 },
        // Its head is no banner of the page.
        attributes: { header: { role: 'presentation' } },
      },
      classNames: {
        content: controls.sheet ?? '',
        header: controls.sheetHeader ?? '',
        title: controls.sheetTitle ?? '',
        close: controls.sheetClose ?? '',
      },
    },
    Drawer: {
      defaultProps: { overlayProps: { backgroundOpacity: 0.65 } },
      classNames: {
        content: controls.sheet ?? '',
        header: controls.sheetHeader ?? '',
        title: controls.sheetTitle ?? '',
        close: controls.sheetClose ?? '',
      },
    },
    PinInput: { classNames: { input: controls.digit ?? '' } },
    Checkbox: { defaultProps: { size: 'md' } },
    Tabs: { classNames: { tab: controls.tab ?? '', list: controls.tabs ?? '' } },
  },
});

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {},
  dark: {
    '--mantine-color-body': 'var(--ground)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-dimmed': 'var(--text-secondary)',
    '--mantine-color-placeholder': 'var(--text-faint)',
    '--mantine-color-default': 'var(--surface-control)',
    '--mantine-color-default-hover': 'var(--surface-raised)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-error': 'var(--red)',
  },
});
