import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'
import { BORDER_RADIUS, FONT_FAMILY } from '../app/defaults.ts'

const primary: MantineColorsTuple = [
  '#e2f3f2',
  '#c6e8e5',
  '#9adbd6',
  '#6bcec7',
  '#3cc1b8',
  '#23a59d',
  '#138f88',
  '#0b7a75',
  '#086662',
  '#06514e',
]

const dark: MantineColorsTuple = [
  '#eceff3',
  '#c3cad4',
  '#98a2b3',
  '#5c6675',
  '#2a3038',
  '#20262e',
  '#171b21',
  '#0f1216',
  '#0b0e11',
  '#07090b',
]

const gray: MantineColorsTuple = [
  '#f6f7f9',
  '#f0f2f5',
  '#e9ecf0',
  '#e3e6eb',
  '#cdd3db',
  '#98a2b3',
  '#667085',
  '#475163',
  '#2d3542',
  '#171a1f',
]

const red: MantineColorsTuple = [
  '#fdecec',
  '#f9d5d4',
  '#f5b0ac',
  '#f39089',
  '#f2726b',
  '#e05a53',
  '#d2423c',
  '#c4302b',
  '#a32723',
  '#821f1c',
]

const orange: MantineColorsTuple = [
  '#fdf1e3',
  '#fbe0c0',
  '#f8c98f',
  '#f5b564',
  '#f2a33a',
  '#db8a1c',
  '#c8740b',
  '#b75e00',
  '#944c00',
  '#733b00',
]

const shadow = 'var(--r-shadow)'

/** Text on a filled control follows the scheme: Mantine's own contrast looks at the light shade only. */
const resolveVariant: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input)
  return input.variant === 'filled' ? { ...colors, color: 'var(--r-on-primary)' } : colors
}

/** The look of every Mantine component; colours come from `tokens.css`. */
export const theme = createTheme({
  colors: { primary, dark, gray, red, orange },
  primaryColor: 'primary',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  variantColorResolver: resolveVariant,
  luminanceThreshold: 0.32,
  black: '#171a1f',
  fontFamily: FONT_FAMILY,
  fontFamilyMonospace: 'var(--r-mono)',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '18px' },
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '22px', lineHeight: '1.3' },
      h2: { fontSize: '16px', lineHeight: '1.4' },
      h3: { fontSize: '14px', lineHeight: '1.4' },
    },
  },
  radius: { xs: '4px', sm: '8px', md: '9px', lg: `${BORDER_RADIUS}px`, xl: '16px' },
  defaultRadius: 'sm',
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  shadows: { xs: shadow, sm: shadow, md: shadow, lg: shadow, xl: shadow },
  cursorType: 'pointer',
  respectReducedMotion: true,
  // By name: importing the components themselves would load them all with the first page.
  components: {
    Text: { defaultProps: { size: 'sm' } },
    Badge: { defaultProps: { tt: 'none' } },
    Checkbox: { defaultProps: { radius: 'xs', iconColor: 'var(--r-on-primary)' } },
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
    },
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Pagination: { vars: () => ({ root: { '--pagination-active-color': 'var(--r-on-primary)' } }) },
    Loader: { defaultProps: { size: 'sm' } },
    Modal: { defaultProps: { radius: 'lg', centered: true, transitionProps: { duration: 150 } } },
    ModalRoot: { defaultProps: { centered: true, transitionProps: { duration: 150 } } },
    // Tab only passes by: a list opens when it is asked for, by a click, a letter or an arrow key.
    Select: { defaultProps: { allowDeselect: false, checkIconPosition: 'right', openOnFocus: false } },
    MultiSelect: { defaultProps: { openOnFocus: false } },
    Autocomplete: { defaultProps: { openOnFocus: false } },
    Tooltip: { defaultProps: { openDelay: 300 } },
  },
})

const mapped = {
  '--mantine-color-text': 'var(--r-text)',
  '--mantine-color-body': 'var(--r-panel)',
  '--mantine-color-dimmed': 'var(--r-muted)',
  '--mantine-color-placeholder': 'var(--r-muted)',
  '--mantine-color-error': 'var(--r-error)',
  '--mantine-color-default': 'var(--r-panel)',
  '--mantine-color-default-hover': 'var(--r-soft)',
  '--mantine-color-default-color': 'var(--r-text)',
  '--mantine-color-default-border': 'var(--r-line)',
  '--mantine-color-anchor': 'var(--r-primary)',
  '--mantine-primary-color-contrast': 'var(--r-on-primary)',
  '--mantine-color-primary-light': 'var(--r-primary-soft)',
  '--mantine-color-primary-light-color': 'var(--r-primary)',
}

/** Makes Mantine's own variables follow the tokens, in both colour schemes. */
export const resolveVariables: CSSVariablesResolver = () => ({ variables: {}, light: mapped, dark: mapped })
