import { z } from 'zod'
import { flowDiffSchema } from './flow-diff.ts'

const reason = z.string().optional()
const details = z.record(z.string(), z.string()).optional()

/**
 * What the message says, for those who say it in another language. The schemas below name both by themselves: a build keeps
 * one with spread fields though nobody reads it, and zod with it.
 */
export const reasonFields = { reason, details }

/** A faulty field of a request. */
export const errorIssueSchema = z.object({
  path: z.string(),
  message: z.string(),
  reason,
  details,
})

/** Body of every error answer. */
export const errorBodySchema = z.object({
  statusCode: z.number(),
  success: z.literal(false),
  message: z.string(),
  code: z.string(),
  requestId: z.string(),
  issues: z.array(errorIssueSchema).optional(),
  retry: z.boolean().optional(),
  redirectTo: z.string().optional(),
  redirectUrl: z.string().optional(),
  error: z.string().optional(),
  reason,
  details,
  /** With `second_factor_required`: by what the account can be proved. */
  factors: z.array(z.enum(['code', 'passkey'])).optional(),
  /** With `stale_draft`: what the caller does not know yet, where that can be told. */
  missed: z.object({ sequence: z.number(), diff: flowDiffSchema }).optional(),
})
export type ErrorBody = z.infer<typeof errorBodySchema>

/** The two messages of the session gate, letter for letter: clients of Flowise compare them. */
export const TOKEN_EXPIRED = 'Token Expired'
export const TOKEN_INVALID = 'Invalid or Missing token'
