import { buffer } from 'node:stream/consumers'
import { type Principal, workspaceOf } from '@runnel/access'
import { type FileSource, RunnelError } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { mayOnFlows } from '../flow-rights.ts'

/** Larger ones are not read for a form: 8 MB. */
const LARGEST = 8 * 1024 * 1024

/** A file that a form names, and the flow that the form belongs to. */
interface FormFile {
  source: FileSource
  flowId: string | undefined
}

/**
 * The bytes of a file that a form names: one inside the value itself, or one that the flow keeps, for whoever may see the
 * flow.
 * @throws RunnelError `not_found`, `body_too_large`
 */
export async function readFormFile(
  context: OperationContext,
  principal: Principal,
  { source, flowId }: FormFile,
): Promise<Uint8Array> {
  if ('base64' in source) return Buffer.from(source.base64, 'base64')
  const { flows, files } = context.db.read(workspaceOf(principal))
  const flow = flowId === undefined ? undefined : await flows.find(flowId)
  if (!flow || !('stored' in source) || !mayOnFlows(principal, flow.type, 'view'))
    throw new RunnelError('not_found', 'The file of the form is not here. Choose it again.')
  const row = await files.findByName({ kind: 'flow', id: flow.id }, source.stored)
  if (!row) throw new RunnelError('not_found', `The flow has no file ${source.stored}. Choose it again.`)
  if (row.size > LARGEST) throw new RunnelError('body_too_large', `The file ${row.name} is larger than 8 MB.`)
  return buffer(await context.blobs.get(row.blobId))
}
