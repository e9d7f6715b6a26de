import { RunnelError } from '@runnel/contract'
import { sql } from 'kysely'
import { lockInOrder } from '../tenant/lock-in-order.ts'
import type { TenantScope } from '../tenant/tenant-scope.ts'

/** How many vectors strangers may have in a flow, and in one chat of it. */
export interface VectorQuota {
  inFlow: number
  inChat: number
}

/** Where vectors were given, and whose the chat is. */
export interface GivenPlace {
  flowId: string
  chatId: string
  namespace: string
}

/** What the namespace of a person's conversations begins with. */
const OF_PERSON = 'user:'

/**
 * Refuses so many more vectors where they would pass the quota. Whoever gives to one flow does so one after the other, so that
 * many at once do not pass together. @throws RunnelError `body_too_large`
 */
export async function checkVectorQuota(
  { db, capabilities }: TenantScope,
  { place, count }: { place: GivenPlace; count: number },
  { inFlow, inChat }: VectorQuota,
): Promise<void> {
  const { flowId, chatId, namespace } = place
  await lockInOrder(db.selectFrom('flows').select('id').where('id', '=', flowId), capabilities).execute()
  const given = db
    .selectFrom('vectorCollections')
    .select(({ fn, case: when, selectFrom }) => {
      const begun = selectFrom('vectorEntries')
        .whereRef('vectorEntries.collectionId', '=', 'vectorCollections.id')
        .select(sql<number>`coalesce(max("vectorEntries"."n") + 1, 0)`.as('begun'))
      const size = when().when('state', '=', 'ready').then(sql.ref<number>('count')).else(begun).end()
      return fn.sum<string | number | null>(size).as('size')
    })
    .where('flowId', '=', flowId)
    // What nobody finds any more goes with the next maintenance.
    .where('lastUsedAt', '>', 0)
  const ofChat = given.where('namespace', '=', namespace).where('chatId', '=', chatId)
  // All people share what one of them may have: another account brings no room of its own.
  const ofFlow = namespace.startsWith(OF_PERSON)
    ? given.where('namespace', 'like', `${OF_PERSON}%`)
    : given.where('namespace', '=', namespace)
  const sizeOf = async (some: typeof given) => Number((await some.executeTakeFirst())?.size ?? 0)
  if ((await sizeOf(ofChat)) + count > inChat)
    throw new RunnelError(
      'body_too_large',
      `The documents of a conversation may be cut into ${inChat} pieces for searches, and these would be more. Send less, or begin a new one.`,
    )
  if ((await sizeOf(ofFlow)) + count > inFlow)
    throw new RunnelError(
      'body_too_large',
      'This flow holds as much of the documents of its callers as it takes. Ask without a document, or tell whoever runs it.',
    )
}
