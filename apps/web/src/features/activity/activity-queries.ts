import { type AuditEntry, type LoginActivity, loginActivityCodes } from '@runnel/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import type { AuditLogAddress, LoginActivityAddress } from '../../app/list-address.ts'
import { DEFAULT_PAGE_SIZE } from '../../app/list-address.ts'
import type { RowsPage } from '../../app/page-of.ts'
import { timeOfDay } from '../../ui/list/time-of-day.ts'

/** Kinds of activity, by the numbers of the wire. */
export const ACTIVITY_CODES = Object.values(loginActivityCodes)

/** Ways to sign in that are the product's own; providers have names of their own. */
export const OWN_METHODS = ['password', 'passkey'] as const

const periodOf = ({ from, to }: { from?: string; to?: string }) => ({
  startDate: timeOfDay(from, 'begin'),
  endDate: timeOfDay(to, 'end'),
})

/** What the server is asked for the audit log at an address, without its page. */
export function auditFilterOf(address: AuditLogAddress) {
  return { search: address.q, action: address.act, outcome: address.outcome, ...periodOf(address) }
}

/** What the server is asked for the tries to sign in at an address, without its page. */
export function loginActivityFilterOf(address: LoginActivityAddress) {
  const code = ACTIVITY_CODES.find((each) => String(each) === address.code)
  return {
    search: address.q,
    ...periodOf(address),
    ...(code === undefined ? {} : { activityCodes: [code] }),
  }
}

/** One page of the tries to sign in. */
export function loginActivityQuery(address: LoginActivityAddress) {
  const body = {
    pageNo: address.page ?? 1,
    pageSize: address.size ?? DEFAULT_PAGE_SIZE,
    ...loginActivityFilterOf(address),
  }
  return queryOptions({
    queryKey: ['login-activity', body],
    queryFn: async ({ signal }): Promise<RowsPage<LoginActivity>> => {
      const { data, count } = await api.listLoginActivity({ body }, { signal })
      return { data, total: count }
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
}

/** One page of the audit log. */
export function auditLogQuery(address: AuditLogAddress) {
  const query = {
    page: address.page ?? 1,
    limit: address.size ?? DEFAULT_PAGE_SIZE,
    ...auditFilterOf(address),
  }
  return queryOptions({
    queryKey: ['audit-log', query],
    queryFn: ({ signal }): Promise<RowsPage<AuditEntry>> => api.listAuditEntries({ query }, { signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
}
