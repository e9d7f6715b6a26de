import { readXml } from './read-parts.ts'

const DAY_MS = 86_400_000
/** Numbers of the forms for dates and times that every workbook knows. */
const KNOWN_FORMS = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const

/** The numbers of the styles that show a number as a date or a time. */
export function listDateStyles(markup: string): Set<number> {
  const own = new Map<number, string>()
  const forms: number[] = []
  let inCells = false
  readXml(markup, {
    opens: (name, { numFmtId = '', formatCode = '' }) => {
      if (name === 'numFmt') own.set(Number(numFmtId), formatCode)
      if (name === 'cellXfs') inCells = true
      if (name === 'xf' && inCells) forms.push(Number(numFmtId))
    },
    closes: (name) => {
      if (name === 'cellXfs') inCells = false
    },
  })
  const isDate = (form: number) => {
    const code = own.get(form)
    if (code !== undefined) return isDateForm(code)
    return KNOWN_FORMS.some(([from, to]) => form >= from && form <= to)
  }
  return new Set(forms.flatMap((form, style) => (isDate(form) ? [style] : [])))
}

/** Whether a form shows a date: it has letters of dates outside of quotes, brackets and what is written as it is. */
function isDateForm(code: string): boolean {
  const shown = code.replace(/"[^"]*"?|\[[^\]]*\]?|[\\_*]./g, '')
  return /[dmyhs]/i.test(shown)
}

/** A number that is shown as a date: `2026-01-31`, `2026-01-31T08:30:00`, or `08:30:00` where it has no day; as it is where it is none. */
export function describeDate(serial: number, is1904: boolean): string | number {
  const start = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30)
  const date = new Date(start + Math.round(serial * 86_400) * 1000)
  if (serial < 0 || Number.isNaN(date.getTime())) return serial
  const [day = '', time = ''] = date.toISOString().slice(0, 19).split('T')
  if (serial < 1 && !is1904) return time
  return date.getTime() % DAY_MS === 0 ? day : `${day}T${time}`
}
