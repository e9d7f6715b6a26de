import type { Principal } from '@runnel/access'
import { isoTime, type LoginActivity, type LoginActivityCode } from '@runnel/contract'
import type { LoginActivityRow, SignInQuery } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { type LogFormat, type LogPeriod, openLogs, periodOf, writeLog } from './read-log.ts'

const PAGE_SIZE = 10

/** Which tries to sign in are wanted; times as the wire has them. */
export interface LoginActivityFilter extends LogPeriod {
  search?: string | undefined
  activityCodes?: LoginActivityCode | LoginActivityCode[] | undefined
}

const signInQuery = ({ search, activityCodes, ...period }: LoginActivityFilter): SignInQuery => ({
  search,
  ...periodOf(period),
  ...(activityCodes === undefined ? {} : { codes: [activityCodes].flat() }),
})

/** Tries to sign in and out of the people of the caller's organisation, or of their workspace, newest first. */
export async function listLoginActivity(
  context: OperationContext,
  principal: Principal,
  {
    pageNo = 1,
    pageSize = PAGE_SIZE,
    ...filter
  }: LoginActivityFilter & { pageNo?: number | undefined; pageSize?: number | undefined } = {},
): Promise<{ data: LoginActivity[]; count: number; currentPage: number; pageSize: number }> {
  const { logs, within } = await openLogs(context, principal)
  const { rows, total } = await logs.signIns({
    ...signInQuery(filter),
    ...within,
    page: pageNo,
    limit: pageSize,
  })
  return { data: rows.map(presentActivity), count: total, currentPage: pageNo, pageSize }
}

function presentActivity(row: LoginActivityRow): LoginActivity {
  const { id, username, code, method, message, at, address, agent, tries } = row
  return {
    id,
    username,
    activityCode: code,
    loginMode: method,
    message,
    attemptedDateTime: isoTime(at),
    address,
    device: agent,
    tries,
  }
}

const COLUMNS = ['date', 'user', 'activity code', 'message', 'method', 'address', 'device', 'tries'] as const

/** The same as the text of a file, part by part. */
export async function* exportLoginActivity(
  context: OperationContext,
  principal: Principal,
  { format, ...filter }: LoginActivityFilter & { format: LogFormat },
): AsyncGenerator<string> {
  const { logs, within } = await openLogs(context, principal)
  const query = { ...signInQuery(filter), ...within }
  yield* writeLog<LoginActivityRow, LoginActivity>({
    format,
    readPart: (limit, last) => logs.signInPart({ ...query, limit }, last),
    present: presentActivity,
    columns: COLUMNS,
    toCells: (activity) => ({
      date: activity.attemptedDateTime,
      user: activity.username,
      'activity code': activity.activityCode,
      message: activity.message,
      method: activity.loginMode,
      address: activity.address,
      device: activity.device,
      tries: activity.tries,
    }),
  })
}
