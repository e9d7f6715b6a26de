import { type Figure, judge, judgedValue, type Unit, type Yardstick } from '../figures/figure.ts'
import { median } from '../figures/percentile.ts'

const HEAD = ['row', 'ours', 'judged', 'target', 'met?', 'longest hold', 'reference', 'others', 'note']
const NONE = '–'

const MEASURES: Readonly<Record<Yardstick, string | undefined>> = {
  'as-it-is': undefined,
  time: undefined,
  capacity: undefined,
  'share-of-pace': '× N',
  'share-of-dbos': '× DBOS',
}

/** The one table of a bench, as Markdown whose columns also stand straight on a console. */
export function formatTable(figures: readonly Figure[]): string {
  const rows = figures.map(formatRow)
  const widths = HEAD.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)),
  )
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(HEAD), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

function formatRow(figure: Figure): string[] {
  const { samples, unit, judgedBy, longestHold } = figure
  const isMeasured = samples.length > 0
  const measure = MEASURES[judgedBy] ?? unit
  return [
    figure.row,
    isMeasured ? formatValue(median(samples), unit) : NONE,
    isMeasured && judgedBy !== 'as-it-is' ? formatValue(judgedValue(figure), measure) : NONE,
    formatTarget(figure.target, measure),
    judge(figure),
    longestHold === undefined ? NONE : formatValue(longestHold, 'ms'),
    figure.reference ?? NONE,
    figure.others ?? NONE,
    figure.failure ?? figure.postponedTo ?? figure.note ?? '',
  ].map((cell) => cell.replaceAll(/(?<!\s)\s*\n\s*/g, ' '))
}

function formatTarget(target: Figure['target'], measure: string): string {
  if (target === undefined) return NONE
  return 'atMost' in target
    ? `≤ ${formatValue(target.atMost, measure)}`
    : `≥ ${formatValue(target.atLeast, measure)}`
}

function formatValue(value: number, unit: Unit | string): string {
  const digits = Number.isInteger(value) || value >= 100 ? 0 : value >= 10 ? 1 : 2
  const number = value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return `${number} ${unit}`
}
