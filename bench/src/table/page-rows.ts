import type { RowSpec } from '../figures/figure.ts'

/** Rows of what people load, open and install. */
export const PAGE_ROWS = {
  firstPage: {
    row: 'script of the first page, as it is sent',
    unit: 'kB',
    judgedBy: 'as-it-is',
    target: { atMost: 200 },
    reference: '1,848 kB',
  },
  canvasPage: {
    row: 'script with the canvas, as it is sent',
    unit: 'kB',
    judgedBy: 'as-it-is',
    target: { atMost: 420 },
    reference: '2,247 kB',
  },
  canvasOpen500: {
    row: 'canvas, 500 nodes: open and settled',
    unit: 's',
    judgedBy: 'time',
    target: { atMost: 1 },
    reference: '25.5 s',
  },
  canvasOpen2000: {
    row: 'canvas, 2,000 nodes: open and settled',
    unit: 's',
    judgedBy: 'time',
    target: { atMost: 1.5 },
    reference: 'never in 450 s',
  },
  canvasPan500: {
    row: 'canvas, 500 nodes: main-thread work per frame while panning, p95',
    unit: 'ms',
    judgedBy: 'time',
    target: { atMost: 8 },
    reference: '137 ms',
  },
  canvasPan2000: {
    row: 'canvas, 2,000 nodes: main-thread work per frame while panning, p95',
    unit: 'ms',
    judgedBy: 'time',
    target: { atMost: 12 },
  },
  paletteSearch: {
    row: 'palette with the whole catalogue: main-thread work per frame while searching, p95',
    unit: 'ms',
    judgedBy: 'time',
    target: { atMost: 16 },
  },
  keyMedian200: {
    row: 'a key in the form of a node, 200 nodes: until it is seen, median',
    unit: 'ms',
    judgedBy: 'time',
  },
  keyP95200: {
    row: 'a key in the form of a node, 200 nodes: until it is seen, p95',
    unit: 'ms',
    judgedBy: 'time',
    target: { atMost: 50 },
  },
  keyMedian3Mb: {
    row: 'a key in a text of 3 MB: until it is seen, median',
    unit: 'ms',
    judgedBy: 'time',
  },
  keyP953Mb: {
    row: 'a key in a text of 3 MB: until it is seen, p95',
    unit: 'ms',
    judgedBy: 'time',
    target: { atMost: 200 },
  },
  paste3Mb: {
    row: 'a text of 3 MB is pasted: until it is seen',
    unit: 'ms',
    judgedBy: 'time',
    target: { atMost: 1_000 },
  },
  install: {
    row: 'install with tools (node_modules)',
    unit: 'MB',
    judgedBy: 'as-it-is',
    target: { atMost: 900 },
    reference: '2,700 MB',
  },
  release: {
    row: 'the release folder (without Node)',
    unit: 'MB',
    judgedBy: 'as-it-is',
    target: { atMost: 60 },
  },
} as const satisfies Readonly<Record<string, RowSpec>>
