import { z } from 'zod'

/** Body of every error answer. */
export const errorBodySchema = z.object({
  statusCode: z.number(),
  success: z.literal(false),
  message: z.string(),
  code: z.string(),
  requestId: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  retry: z.boolean().optional(),
  redirectTo: z.string().optional(),
  redirectUrl: z.string().optional(),
  error: z.string().optional(),
})
export type ErrorBody = z.infer<typeof errorBodySchema>

/** The two messages of the session gate, letter for letter: clients of Flowise compare them. */
export const TOKEN_EXPIRED = 'Token Expired'
export const TOKEN_INVALID = 'Invalid or Missing token'
