const STEPS: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** A time in relation to `now` (milliseconds), in the words of a language: "2 hours ago", "yesterday". */
export function formatRelativeTime(iso: string, language: string, now: number = Date.now()): string {
  const seconds = (new Date(iso).getTime() - now) / 1000
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const step = STEPS.find(([, size]) => Math.abs(seconds) >= size)
  return step ? words.format(Math.trunc(seconds / step[1]), step[0]) : words.format(0, 'second')
}

/** Date and time in full, for tooltips and details. */
export function formatDateTime(time: string | number, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' }).format(
    new Date(time),
  )
}

/** How long something took, from milliseconds: `4 ms`, `2.1 s`, `3 min 5 s`. */
export function formatDuration(milliseconds: number, language: string): string {
  const unit = (value: number, name: string, digits = 0) =>
    new Intl.NumberFormat(language, {
      style: 'unit',
      unit: name,
      unitDisplay: 'short',
      maximumFractionDigits: digits,
    }).format(value)
  if (milliseconds < 1000) return unit(milliseconds, 'millisecond')
  const seconds = Math.round(milliseconds / 100) / 10
  if (seconds < 60) return unit(seconds, 'second', 1)
  const whole = Math.round(seconds)
  return `${unit(Math.floor(whole / 60), 'minute')} ${unit(whole % 60, 'second')}`
}
