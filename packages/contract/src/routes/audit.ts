import { z } from 'zod'
import { defineRoute } from '../route.ts'
import { dateSchema, idSchema } from './parts.ts'

/** How a try to sign in or out went, by the numbers of Flowise. */
export const loginActivityCodes = {
  LOGIN_SUCCESS: 0,
  LOGOUT_SUCCESS: 1,
  UNKNOWN_USER: -1,
  INCORRECT_CREDENTIAL: -2,
  USER_DISABLED: -3,
  NO_ASSIGNED_WORKSPACE: -4,
  INVALID_LOGIN_MODE: -5,
  REGISTRATION_PENDING: -6,
  UNKNOWN_ERROR: -99,
} as const
export type LoginActivityCode = (typeof loginActivityCodes)[keyof typeof loginActivityCodes]

const code = z.union(
  Object.values(loginActivityCodes).map((value) => z.literal(value)),
  'must be a code of the list',
)
const permissions = ['loginActivity:view'] as const
const policy = { gate: 'caller', permissions, feature: 'feat:login-activity' } as const
const tag = 'Audit'

const search = z.string().max(200)
const period = { startDate: dateSchema.optional(), endDate: dateSchema.optional() }

const loginActivitySchema = z.object({
  id: idSchema,
  username: z.string(),
  activityCode: z.number(),
  loginMode: z.string(),
  message: z.string(),
  attemptedDateTime: dateSchema,
  /** Ours: from where. */
  address: z.string().nullable(),
  device: z.string().nullable(),
  /** Ours: how many tries it stands for, of the hour that began with it. */
  tries: z.number(),
})
export type LoginActivity = z.infer<typeof loginActivitySchema>

const pagesOf = <T extends z.ZodType>(row: T) =>
  z.object({ data: z.array(row), count: z.number(), currentPage: z.number(), pageSize: z.number() })

const loginActivityBody = z.strictObject({
  pageNo: z.number().int().min(1).optional(),
  pageSize: z.number().int().min(1).max(200).optional(),
  ...period,
  activityCodes: z.array(code).max(20).optional(),
  /** Ours: in whose address, and from where. */
  search: search.optional(),
})

/** In an address numbers are texts, and a list of one is no list. */
const codeText = z.coerce.number().pipe(code)
/** How both logs are given as files. */
const format = z.enum(['csv', 'json'])

export const auditEntrySchema = z.object({
  id: idSchema,
  /** Place in the chain of the organisation; null for the newest ones, which get theirs in a moment. */
  sequence: z.number().nullable(),
  date: dateSchema,
  actor: z.object({ kind: z.string(), id: z.string().nullable(), name: z.string().nullable() }),
  action: z.string(),
  outcome: z.enum(['done', 'refused']),
  subject: z.object({ kind: z.string(), id: z.string().nullable(), name: z.string().nullable() }),
  before: z.unknown(),
  after: z.unknown(),
  address: z.string().nullable(),
  device: z.string().nullable(),
  workspaceId: z.string().nullable(),
  hash: z.string().nullable(),
})
/** Who did what to what, from where. */
export type AuditEntry = z.infer<typeof auditEntrySchema>

const auditFilter = {
  search: search.optional(),
  action: z.string().max(100).optional(),
  outcome: z.enum(['done', 'refused']).optional(),
  ...period,
}

export const auditRoutes = {
  listLoginActivity: defineRoute({
    method: 'POST',
    path: '/audit/login-activity',
    tag,
    summary: 'Tries to sign in and out of the organisation, newest first',
    policy,
    audit: { none: 'reads' },
    body: loginActivityBody.optional(),
    response: pagesOf(loginActivitySchema),
  }),
  listAudit: defineRoute({
    method: 'POST',
    path: '/audit',
    tag,
    summary: 'As `/audit/login-activity`',
    policy,
    audit: { none: 'reads' },
    body: loginActivityBody.optional(),
    response: pagesOf(loginActivitySchema),
  }),
  exportLoginActivity: defineRoute({
    method: 'GET',
    path: '/audit/login-activity/export',
    tag,
    summary: 'Tries to sign in and out as a file, CSV or JSON',
    policy,
    query: z.strictObject({
      format,
      search: search.optional(),
      ...period,
      activityCodes: z.union([codeText, z.array(codeText).max(20)]).optional(),
    }),
    response: 'file',
  }),
  listAuditEntries: defineRoute({
    method: 'GET',
    path: '/audit/entries',
    tag,
    summary: 'The audit log of the organisation, newest first',
    policy,
    query: z.strictObject({
      page: z.coerce.number().int().min(1).optional(),
      limit: z.coerce.number().int().min(1).max(200).optional(),
      ...auditFilter,
    }),
    response: z.object({ data: z.array(auditEntrySchema), total: z.number() }),
  }),
  exportAuditEntries: defineRoute({
    method: 'GET',
    path: '/audit/export',
    tag,
    summary: 'The audit log as a file, CSV or JSON',
    policy,
    query: z.strictObject({ format, ...auditFilter }),
    response: 'file',
  }),
}
