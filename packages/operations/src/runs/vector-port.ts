import { RunnelError } from '@runnel/contract'
import type { VectorPort } from '@runnel/engine'
import type { OperationContext } from '../context.ts'

/** The embedded store of one workspace. */
export function createVectorPort(_context: OperationContext, _workspaceId: string): VectorPort {
  const none = () => Promise.reject(new RunnelError('not_found', 'There is no store.'))
  return { hasSource: none, listMissing: none, add: none, finishSource: none, search: none }
}
