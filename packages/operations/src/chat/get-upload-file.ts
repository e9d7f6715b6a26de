import type { Readable } from 'node:stream'
import type { Principal } from '@runnel/access'
import { RunnelError } from '@runnel/contract'
import type { FileRow, FlowRow } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { allowsOrigin, mayOnFlows } from '../flow-rights.ts'
import { checkLock } from '../flows/check-lock.ts'
import { findFlowAnywhere } from '../flows/find-flow-anywhere.ts'
import { isUnguessable, sessionNamespace } from '../runs/open-conversation.ts'

/** A file of a conversation, its bytes as a stream; the size is in bytes. */
export interface UploadedFile {
  name: string
  mediaType: string
  size: number
  bytes: Readable
  /** Whether a page of another site may show it: its flow is open to all sites, or to the one that asks. */
  mayBeShownElsewhere: boolean
}

/** Which file, and who asks. */
export interface WantedUpload {
  flowId: string
  chatId: string
  name: string
  principal: Principal
  /** Origin of the page that asks, or that shows the file, when a browser names one. */
  origin?: string | undefined
}

const MANY = 1_000

const seesFlow = (flow: FlowRow, principal: Principal): boolean =>
  principal.kind === 'user' &&
  principal.workspaceId === flow.workspaceId &&
  mayOnFlows(principal, flow.type, 'view')

/** A flow's key and origins bind its files as they bind its calls; not those who may see the flow itself. */
function checkAccess(flow: FlowRow, { principal, origin }: WantedUpload): void {
  if (!seesFlow(flow, principal)) checkLock(flow, { principal, origin })
}

/**
 * An id that others could guess is no secret: where conversations are private, each caller finds by it the files of its own
 * alone. Elsewhere, as for flows of Flowise, whose sites show pictures by the ids that they made up, it opens them as there.
 */
function mayFind(flow: FlowRow, { chatId, principal }: WantedUpload): (file: FileRow) => boolean {
  if (!flow.privateSessions || isUnguessable(chatId) || seesFlow(flow, principal)) return () => true
  const own = sessionNamespace(principal, flow)
  // Whose a file was was not noted once.
  return ({ namespace }) => namespace === null || namespace === own
}

/**
 * A file that was given in a chat, for whoever keeps to the flow's rules and knows the chat's id, as in the reference:
 * the id is the secret, where nobody can guess it.
 * @throws RunnelError `not_found`, `unauthenticated`, `origin_not_allowed`
 */
export async function getUploadFile(context: OperationContext, wanted: WantedUpload): Promise<UploadedFile> {
  const { flowId, chatId, name, origin } = wanted
  const flow = await findFlowAnywhere(context, flowId)
  if (flow) checkAccess(flow, wanted)
  const files = flow
    ? await context.db
        .read(flow.workspaceId)
        .files.list({ ownerKind: 'flow', ownerId: flowId, chatId, page: 1, limit: MANY })
    : undefined
  // A run that keeps a file anew under its name means the newest.
  const own = flow ? files?.rows.filter(mayFind(flow, wanted)) : undefined
  const file = own?.findLast((candidate) => candidate.name === name)
  if (!flow || !file) throw new RunnelError('not_found', `File ${name} not found`)
  const { mediaType, size, blobId } = file
  const mayBeShownElsewhere = allowsOrigin(flow, origin ?? 'null')
  return { name, mediaType, size, bytes: await context.blobs.get(blobId), mayBeShownElsewhere }
}
