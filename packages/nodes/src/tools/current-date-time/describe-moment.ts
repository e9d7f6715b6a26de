/** A moment in words and figures, or why it could not be told. */
export type Moment =
  | { iso: string; date: string; day: string; time: string; timeZone: string }
  | { error: string }

/** Describes a moment (milliseconds since 1970) in a time zone; `iso` carries the zone's offset. */
export function describeMoment(milliseconds: number, timeZone: string): Moment {
  const parts = findParts(milliseconds, timeZone)
  if (!parts) return { error: `${timeZone} is not a time zone. Give an IANA name such as Europe/Berlin.` }
  const date = `${parts.year}-${parts.month}-${parts.day}`
  const time = `${parts.hour}:${parts.minute}:${parts.second}`
  const offset = (parts.timeZoneName ?? '').replace(/^GMT/, '') || '+00:00'
  return { iso: `${date}T${time}${offset}`, date, day: parts.weekday ?? '', time, timeZone }
}

function findParts(milliseconds: number, timeZone: string): Record<string, string> | undefined {
  try {
    const format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      weekday: 'long',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'longOffset',
    })
    return Object.fromEntries(format.formatToParts(milliseconds).map(({ type, value }) => [type, value]))
  } catch {
    return undefined
  }
}
