import { randomUUID } from 'node:crypto'
import type { FlowDocument } from '@runnel/contract'
import type { FlowRow } from '@runnel/db'
import type { ServingContext } from '../context.ts'
import type { GivenFile } from '../files/given-file.ts'
import { keepBytes } from '../files/keep-file.ts'
import { type AcceptedRun, acceptRun, type RunRequest } from '../runs/accept-run.ts'
import { eraseGivenOfChat } from '../uploads/erase-files.ts'
import { chooseFileParams } from './choose-file-params.ts'

/** A vector store of a flow that is to be filled. */
interface Filling {
  flow: FlowRow
  version: { id: string; document: FlowDocument }
  /** Id of the store's node. */
  ingests: string
  namespace: string
  /** The chat that alone finds what is taken in. */
  onlyForChat?: string | undefined
  overrides: NonNullable<RunRequest['overrides']>
  /** Taken in place of the files that the flow's loaders name, for this time. */
  files: readonly GivenFile[]
  /** Aborted when nobody waits for the end; the run goes on. */
  signal?: AbortSignal | undefined
}

/** An ingestion that is stored and started. */
export interface AcceptedFilling extends AcceptedRun {
  /** Deletes the files that were given: of an ingestion that failed, or whose files nobody needs once it ended. */
  discard(): Promise<void>
  /** The chat of its run alone: by it the run is stopped. */
  chatId: string
}

/**
 * Begins to fill a store with what is wired to it.
 * @throws RunnelError `invalid_input` for a file that no loader takes, `invalid_flow`, `body_too_large`
 */
export async function acceptFilling(context: ServingContext, filling: Filling): Promise<AcceptedFilling> {
  const { flow, version, ingests, namespace, onlyForChat, overrides, files, signal } = filling
  const { find } = context.catalogue
  const params = chooseFileParams({ document: version.document, storeId: ingests, find }, files)
  const values = { ...overrides.values }
  // They go with the flow, and no param can name them: those name files of no chat. By the chat of its run they are
  // found when this process dies, and the fill did not end well.
  const chatId = randomUUID()
  const discard = () => eraseGivenOfChat(context, flow.workspaceId, { flowId: flow.id, chatId })
  try {
    for (const { nodeId, param, files: chosen } of params) {
      const kept = await keepFiles(context, { flow, chatId }, chosen)
      values[nodeId] = { ...values[nodeId], [param]: JSON.stringify(kept) }
    }
    const accepted = await acceptRun(context, {
      flow,
      versionId: version.id,
      ingests,
      onlyForChat,
      chatType: 'INTERNAL',
      namespace,
      names: { chatId },
      input: {},
      overrides: { ...overrides, values },
      signal,
    })
    return { ...accepted, ingests: true, discard, chatId }
  } catch (error) {
    await discard()
    throw error
  }
}

/** Keeps files with the flow, apart from those that its loaders name; gives how a param names them. */
async function keepFiles(
  context: ServingContext,
  { flow, chatId }: { flow: FlowRow; chatId: string },
  given: readonly GivenFile[],
): Promise<string[]> {
  const names: string[] = []
  for (const { name, bytes } of given) {
    const file = await keepBytes(context, bytes, name)
    const owner = { ownerKind: 'flow', ownerId: flow.id, chatId }
    const { id } = await context.db.write(flow.workspaceId, ({ files }) =>
      files.insert({ ...file, ...owner }),
    )
    names.push(`file:${id}`)
  }
  return names
}
