/** A day as the time at which it begins, or ends, where the person is. */
export function timeOfDay(day: string | undefined, end: 'begin' | 'end'): string | undefined {
  if (day === undefined) return undefined
  const time = new Date(`${day}T${end === 'begin' ? '00:00:00.000' : '23:59:59.999'}`)
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}
