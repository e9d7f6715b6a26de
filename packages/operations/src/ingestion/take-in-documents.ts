import { isRunnelError, RunnelError } from '@runnel/contract'
import { findChatStore } from '@runnel/graph'
import type { TakeIn } from '../runs/keep-given.ts'
import { readResult } from '../runs/read-result.ts'
import { acceptFilling } from './accept-filling.ts'

/**
 * Takes the documents of a question into the flow's store, where this chat alone finds them, and waits until that is
 * done: the question is about them.
 * @throws RunnelError `uploads_not_supported` for documents that cannot be read, and what else the store says
 */
export const takeInDocuments: TakeIn = async (context, { flow, version, ids, namespace }, files) => {
  const store = findChatStore(version.document, context.catalogue.find)
  if (!store) throw new Error('Documents were read for a flow that has no store for them')
  const filling = await acceptFilling(context, {
    flow,
    version,
    ingests: store.storeId,
    namespace,
    onlyForChat: ids.chatId,
    overrides: { values: {}, variables: {} },
    files,
  })
  try {
    await readResult(filling)
  } catch (cause) {
    if (!isRunnelError(cause) || cause.code !== 'invalid_input') throw cause
    const message = `The documents cannot be taken in: ${cause.message}`
    throw new RunnelError('uploads_not_supported', message, {
      cause,
      issues: [{ path: 'uploads', message }],
    })
  } finally {
    await filling.discard()
  }
}
