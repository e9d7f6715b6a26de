import { type Figure, judge, median, type Target, type Unit } from '../figures/figure.ts'

const HEAD = ['row', 'ours', 'target', 'met?', 'reference', 'others in this run', 'note']

/** The one table of a bench, as Markdown whose columns also stand straight on a console. */
export function formatTable(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [
    figure.row,
    figure.samples.length === 0 ? '–' : formatValue(median(figure.samples), figure.unit),
    formatTarget(figure.target, figure.unit),
    judge(figure),
    figure.reference ?? '–',
    figure.others ?? '–',
    figure.note ?? '',
  ])
  const widths = HEAD.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)),
  )
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(HEAD), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

function formatTarget(target: Target, unit: Unit): string {
  return 'atMost' in target
    ? `≤ ${formatValue(target.atMost, unit)}`
    : `≥ ${formatValue(target.atLeast, unit)}`
}

function formatValue(value: number, unit: Unit): string {
  const digits = Number.isInteger(value) || value >= 100 ? 0 : value >= 10 ? 1 : 2
  const number = value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return `${number} ${unit}`
}
