import { type RefreshSetting, type Refusal, RunnelError, tellWhy } from '@runnel/contract'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Between two times of a cron expression there is at least this. */
const SHORTEST_MINUTES = 15
/** Numbers, names, steps and ranges; other signs make an expression whose next time takes seconds to find. */
const PLAIN_FIELD = /^[\d*,/\-A-Za-z]+$/
/** The end of February alone, which most years do not have. */
const isRare = ([, , day = '', month = '']: string[]) =>
  /^(29|30|31)$/.test(day) && /^(0?2|feb)$/i.test(month)
const FIRST_WAIT_MS = 5 * MINUTE_MS
const LONGEST_WAIT_MS = DAY_MS

/** After so many failures in a row somebody has to look. */
export const MOST_FAILURES = 10

/** The first time after another one at which a loader is due; milliseconds since 1970. */
export async function nextRefresh(setting: RefreshSetting, after: number): Promise<number> {
  if (setting.every === 'hours') return after + setting.count * HOUR_MS
  const { cron, from } = asCron(setting, after)
  return (await readCron(cron, setting.timeZone, from)).next().getTime()
}

/** When one that failed is tried again: later each time; null when it has failed too often. */
export function nextTry(failures: number, now: number): number | null {
  if (failures >= MOST_FAILURES) return null
  return now + Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS)
}

/** Every other day is the first such time of day, a day after. */
function asCron(
  setting: Exclude<RefreshSetting, { every: 'hours' }>,
  after: number,
): { cron: string; from: number } {
  if (setting.every === 'cron') return { cron: setting.cron, from: after }
  const [hour, minute] = setting.at.split(':').map(Number)
  return { cron: `${minute} ${hour} * * *`, from: after + (setting.count - 1) * DAY_MS }
}

/** Only few installations need it: it is loaded with the first expression. */
async function readCron(cron: string, timeZone: string, from: number) {
  const { CronExpressionParser } = await import('cron-parser')
  return CronExpressionParser.parse(cron, { currentDate: new Date(from), tz: timeZone })
}

/**
 * Refuses what names no times: an unknown time zone, an expression that cannot be read or comes too often.
 * @throws RunnelError `invalid_input` naming the field
 */
export async function checkRefreshSetting(setting: RefreshSetting, now: number): Promise<void> {
  if (setting.every === 'hours') return
  if (!isTimeZone(setting.timeZone))
    throw fault('timeZone', tellWhy('time_zone_unknown', { timeZone: setting.timeZone }))
  if (setting.every !== 'cron') return
  if (setting.cron.split(/\s+/).length !== 5) throw fault('cron', tellWhy('cron_fields'))
  const minutes = await readMinutes(setting.cron, setting.timeZone, now)
  const [first = 0] = minutes
  const next = [...minutes.slice(1), first + 60]
  if (minutes.some((minute, at) => (next[at] ?? 0) - minute < SHORTEST_MINUTES))
    throw fault('cron', tellWhy('cron_too_often'))
}

/** The minutes of an hour that an expression names, once there is a time that it names. */
async function readMinutes(cron: string, timeZone: string, now: number): Promise<number[]> {
  try {
    const fields = cron.split(/\s+/)
    if (!fields.every((field) => PLAIN_FIELD.test(field)) || isRare(fields))
      throw new Error('names no times, or seldom ones')
    const times = await readCron(cron, timeZone, now)
    times.next()
    return times.fields.minute.values.map(Number)
  } catch {
    throw fault('cron', tellWhy('cron_odd', { cron }))
  }
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

function fault(field: string, refusal: Refusal): RunnelError {
  return new RunnelError('invalid_input', refusal.message, {
    issues: [{ path: `setting.${field}`, ...refusal }],
  })
}
