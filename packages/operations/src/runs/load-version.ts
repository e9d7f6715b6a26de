import { flowDocumentSchema, RunnelError } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import type { PreparedVersion } from './version-cache.ts'

/** Which version: by its own id, or the one that callers of a flow run now. */
export type VersionChoice = { versionId: string; flowId: string } | { flowId: string }

/**
 * A version ready to run.
 * @throws RunnelError `not_found`, and `invalid_flow` for a flow that cannot run
 */
export async function loadVersion(
  context: OperationContext,
  workspaceId: string,
  choice: VersionChoice,
): Promise<PreparedVersion> {
  const reader = context.db.read(workspaceId)
  const flow = await reader.flows.get(choice.flowId)
  const current = flow.runMode === 'published' ? flow.publishedVersionId : flow.headVersionId
  const versionId = 'versionId' in choice ? choice.versionId : current
  if (versionId === null) {
    throw new RunnelError(
      'not_found',
      `Chatflow ${choice.flowId} has no published version yet. Publish it first.`,
    )
  }
  return context.versions.get(versionId, async () => {
    const version = await reader.flows.findVersion(versionId)
    if (!version)
      throw new RunnelError('not_found', `Version ${versionId} of chatflow ${choice.flowId} not found`)
    return {
      id: versionId,
      flowType: flow.type,
      document: flowDocumentSchema.parse(JSON.parse(version.document)),
      consentedHosts: version.consentedHosts,
    }
  })
}
