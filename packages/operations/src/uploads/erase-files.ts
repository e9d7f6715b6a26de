import type { OperationContext } from '../context.ts'

const FILES_AT_ONCE = 200

/**
 * Deletes what was given to a flow that is gone: its files, their bytes where nobody else names them, and what is found of its
 * documents.
 */
export async function eraseGivenOfFlow(
  context: OperationContext,
  workspaceId: string,
  flowId: string,
): Promise<void> {
  await eraseFiles(context, workspaceId, { ownerKind: 'flow', ownerId: flowId })
  await context.db.write(workspaceId, ({ vectors }) => vectors.retireChats({ flowId }))
}

/** As `eraseGivenOfFlow`, for what was given in one chat. */
export async function eraseGivenOfChat(
  context: OperationContext,
  workspaceId: string,
  chat: { flowId: string; chatId: string },
): Promise<void> {
  await eraseFiles(context, workspaceId, { ownerKind: 'flow', ownerId: chat.flowId, chatId: chat.chatId })
  await context.db.write(workspaceId, ({ vectors }) => vectors.retireChats(chat))
}

/** The files of a document store that is gone, or some of one. */
export async function eraseFilesOfStore(
  context: OperationContext,
  workspaceId: string,
  { storeId, fileIds }: { storeId: string; fileIds?: readonly string[] },
): Promise<void> {
  if (fileIds === undefined) {
    await eraseFiles(context, workspaceId, { ownerKind: 'document-store', ownerId: storeId })
    return
  }
  if (fileIds.length === 0) return
  await eraseBlobs(context, await context.db.write(workspaceId, (writer) => writer.files.delete(fileIds)))
}

/** A slice at a time, so that nobody waits for it. */
async function eraseFiles(
  context: OperationContext,
  workspaceId: string,
  wanted: { ownerKind: string; ownerId: string; chatId?: string },
): Promise<void> {
  for (;;) {
    const { rows } = await context.db
      .read(workspaceId)
      .files.list({ ...wanted, page: 1, limit: FILES_AT_ONCE })
    if (rows.length === 0) return
    await eraseFilesById(
      context,
      workspaceId,
      rows.map(({ id }) => id),
    )
  }
}

/** Deletes these files, and their bytes where nobody else names them. */
export async function eraseFilesById(
  context: OperationContext,
  workspaceId: string,
  ids: readonly string[],
): Promise<void> {
  await eraseBlobs(context, await context.db.write(workspaceId, (writer) => writer.files.delete(ids)))
}

/** As `eraseGivenOfChat`, for every chat of a flow that has files and no message any more. */
export async function eraseGivenOfEmptyChats(
  context: OperationContext,
  workspaceId: string,
  flowId: string,
): Promise<void> {
  const reader = context.db.read(workspaceId)
  const chatIds = new Set<string>()
  for (let page = 1; ; page++) {
    const owner = { ownerKind: 'flow', ownerId: flowId }
    const { rows } = await reader.files.list({ ...owner, page, limit: FILES_AT_ONCE })
    // Files without a session belong to the flow itself, such as those of its stores.
    for (const { chatId, sessionId } of rows) if (chatId !== null && sessionId !== null) chatIds.add(chatId)
    if (rows.length < FILES_AT_ONCE) break
  }
  for (const chatId of chatIds) {
    const left = await reader.messages.findIds({ flowId, chatId })
    if (left.length === 0) await eraseGivenOfChat(context, workspaceId, { flowId, chatId })
  }
}

/**
 * Erases files that nobody needs any more: what pruned or deleted runs wrote, and what a crash left between a file and
 * its run. Gives how many; none when nothing is left.
 */
export async function eraseStrayFiles(context: OperationContext, before: number): Promise<number> {
  const stray = await context.db.system.files.findStray(before, FILES_AT_ONCE)
  for (const [workspaceId, files] of Map.groupBy(stray, (file) => file.workspaceId)) {
    await eraseFilesById(
      context,
      workspaceId,
      files.map(({ id }) => id),
    )
  }
  return stray.length
}

/** The rows are gone already: bytes that cannot be deleted now lie there unused, and are told. */
async function eraseBlobs(context: OperationContext, blobIds: string[]): Promise<void> {
  for (const blobId of await context.db.system.files.findUnusedBlobs(blobIds)) {
    await context.blobs
      .delete(blobId)
      .catch((error: unknown) =>
        context.log.warn({ err: error, blobId }, 'A deleted file left its bytes behind'),
      )
  }
}
