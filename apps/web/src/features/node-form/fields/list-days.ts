/** A Sunday, from which the names of days are counted as cron counts them: 0 is Sunday. */
const SUNDAY = Date.UTC(2026, 0, 4)
const DAY_MS = 86_400_000
const LAST_DAY = 'L'

interface DayItem {
  value: string
  label: string
}

/** The days of the week, Monday first, with their numbers in cron expressions. */
export function listWeekDays(language: string): DayItem[] {
  const format = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
  return [1, 2, 3, 4, 5, 6, 0].map((day) => ({
    value: String(day),
    label: format.format(SUNDAY + day * DAY_MS),
  }))
}

/** The days of a month; the last one has a name of its own. */
export function listMonthDays(last: string): DayItem[] {
  const days = Array.from({ length: 31 }, (_, index) => String(index + 1))
  return [...days.map((day) => ({ value: day, label: day })), { value: LAST_DAY, label: last }]
}

/** The days that a value holds: `1,3,5`, or a JSON list of them. */
export function readDays(text: string): string[] {
  const days = text.replace(/[[\]"]/g, '').split(',')
  return [...new Set(days.map((day) => day.trim()).filter((day) => day !== ''))]
}
