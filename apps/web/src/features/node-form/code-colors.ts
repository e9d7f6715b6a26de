import { defaultHighlightStyle, HighlightStyle } from '@codemirror/language'

/** The colours of CodeMirror's own style by what they mean here: its own are made for white paper only. */
const COLORS: Record<string, string> = {
  '#708': 'var(--r-primary)',
  '#219': 'var(--r-info)',
  '#164': 'var(--r-info)',
  '#a11': 'var(--r-warning)',
  '#e40': 'var(--r-warning)',
  '#940': 'var(--r-muted)',
  '#404740': 'var(--r-muted)',
  '#f00': 'var(--r-error)',
}

/** Colours of code for light and dark; what has no meaning of its own has the colour of text. */
export const codeColors = HighlightStyle.define(
  defaultHighlightStyle.specs.map(({ color, ...spec }) =>
    typeof color === 'string' ? { ...spec, color: COLORS[color] ?? 'inherit' } : spec,
  ),
)
