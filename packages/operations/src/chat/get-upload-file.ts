import type { Readable } from 'node:stream'
import { RunnelError } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { findFlowWorkspace } from '../flows/find-flow-workspace.ts'

/** A file of a conversation, its bytes as a stream; the size is in bytes. */
export interface UploadedFile {
  name: string
  mediaType: string
  size: number
  bytes: Readable
}

const MANY = 1_000

/**
 * A file that was given in a chat. Whoever knows the chat's id may see it, as in the reference: the id is the secret.
 * @throws RunnelError `not_found`
 */
export async function getUploadFile(
  context: OperationContext,
  wanted: { flowId: string; chatId: string; name: string },
): Promise<UploadedFile> {
  const { flowId, chatId, name } = wanted
  const workspaceId = await findFlowWorkspace(context, flowId)
  const files =
    workspaceId === undefined
      ? []
      : (
          await context.db
            .read(workspaceId)
            .files.list({ ownerKind: 'flow', ownerId: flowId, chatId, page: 1, limit: MANY })
        ).rows
  const file = files.find((candidate) => candidate.name === name)
  if (!file) throw new RunnelError('not_found', `File ${name} not found`)
  const { mediaType, size, blobId } = file
  return { name, mediaType, size, bytes: await context.blobs.get(blobId) }
}
