import { z } from 'zod'
import { defineRoute } from '../route.ts'

const tag = 'Platform'
const open = { gate: 'public', asStranger: true } as const

export const platformRoutes = {
  ping: defineRoute({
    method: 'GET',
    path: '/ping',
    tag,
    summary: 'Whether the server is up',
    policy: open,
    response: 'text',
  }),
  ready: defineRoute({
    method: 'GET',
    path: '/ready',
    tag,
    summary: 'Whether the server can work: its database answers, and it is not ending',
    policy: open,
    response: 'text',
  }),
  getAddress: defineRoute({
    method: 'GET',
    path: '/ip',
    tag,
    summary: 'The address from which a caller comes, as the server sees it',
    policy: open,
    response: z.object({ ip: z.string(), msg: z.string() }),
  }),
  getVersion: defineRoute({
    method: 'GET',
    path: '/version',
    tag,
    summary: 'The version of the server',
    policy: open,
    withoutCredentials: true,
    response: z.object({ version: z.string() }),
  }),
  getSettings: defineRoute({
    method: 'GET',
    path: '/settings',
    tag,
    summary: 'The platform kind',
    policy: open,
    withoutCredentials: true,
    response: z.object({
      PLATFORM_TYPE: z.enum(['enterprise', 'cloud', 'open source']),
      /** Ours: whether mails go out; absent where none do. */
      SENDS_MAIL: z.literal(true).optional(),
      /** Ours: where a page may ask for the latest release; absent when the operator named no place. */
      RELEASES_URL: z.string().optional(),
      /** Ours: where a page may ask for the number of stars; absent on enterprise, and when the operator named no place. */
      STARS_URL: z.string().optional(),
    }),
  }),
}
