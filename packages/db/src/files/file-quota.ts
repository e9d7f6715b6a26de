import { RunnelError } from '@runnel/contract'
import { sql } from 'kysely'
import { lockInOrder } from '../tenant/lock-in-order.ts'
import type { TenantScope } from '../tenant/tenant-scope.ts'

/** How many bytes of files strangers may have in a flow, and in one session of it. */
export interface FileQuota {
  flowBytes: number
  sessionBytes: number
}

/** Files that are about to be given in a session of a flow. */
export interface GivenFiles {
  flowId: string
  sessionId: string
  namespace: string
  /** Bytes of each of them. */
  sizes: readonly number[]
}

/** What the namespace of a person's conversations begins with. */
const OF_PERSON = 'user:'

/** What a file takes at least, in bytes: of small ones it is not their content that fills a disk. */
const LEAST_ROOM = 4_096

const inMegabytes = (bytes: number) => `${Math.floor(bytes / 1024 / 1024)} MB`

/**
 * Refuses files that would pass the quota. Whoever gives files to one flow does so one after the other, so that many at
 * once do not pass together. @throws RunnelError `body_too_large`
 */
export async function checkFileQuota(
  { db, capabilities }: TenantScope,
  { flowId, sessionId, namespace, sizes }: GivenFiles,
  { flowBytes, sessionBytes }: FileQuota,
): Promise<void> {
  await lockInOrder(db.selectFrom('flows').select('id').where('id', '=', flowId), capabilities).execute()
  const given = db
    .selectFrom('files')
    .select(({ fn, case: when }) => {
      const room = when().when('size', '<', LEAST_ROOM).then(LEAST_ROOM).else(sql.ref<number>('size')).end()
      return fn.sum<string | number | null>(room).as('size')
    })
    .where('ownerKind', '=', 'flow')
    .where('ownerId', '=', flowId)
  const ofSession = given.where('namespace', '=', namespace).where('sessionId', '=', sessionId)
  // All people share what one of them may have: another account brings no room of its own.
  const ofFlow = namespace.startsWith(OF_PERSON)
    ? given.where('namespace', 'like', `${OF_PERSON}%`)
    : given.where('namespace', '=', namespace)
  const size = sizes.reduce((sum, bytes) => sum + Math.max(bytes, LEAST_ROOM), 0)
  const sizeOf = async (files: typeof given) => Number((await files.executeTakeFirst())?.size ?? 0)
  if ((await sizeOf(ofSession)) + size > sessionBytes)
    throw new RunnelError(
      'body_too_large',
      `A conversation takes ${inMegabytes(sessionBytes)} of files. Send less, or begin a new one.`,
    )
  if ((await sizeOf(ofFlow)) + size > flowBytes)
    throw new RunnelError(
      'body_too_large',
      'This flow holds as many files of its callers as it takes. Ask without a file, or tell whoever runs it.',
    )
}
