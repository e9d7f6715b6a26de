import { RunnelError } from '@runnel/contract'
import type { FlowRow } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import type { PreparedVersion } from '../version-cache.ts'
import { readConsents } from './consented-hosts.ts'
import { readStoredDocument } from './stored-document.ts'

/**
 * A version of a flow, ready to run: the one of that id, or the one that callers of the flow run now. With `ingests` it
 * is planned to fill that vector store.
 * @throws RunnelError `not_found`, and `invalid_flow` for a flow that cannot run
 */
export async function loadVersion(
  context: OperationContext,
  flow: FlowRow,
  { versionId: chosenId, ingests }: { versionId?: string | undefined; ingests?: string | undefined } = {},
): Promise<PreparedVersion> {
  const current = flow.runMode === 'published' ? flow.publishedVersionId : flow.headVersionId
  const versionId = chosenId ?? current
  if (versionId === null) {
    throw new RunnelError('not_found', `Chatflow ${flow.id} has no published version yet. Publish it first.`)
  }
  const key = ingests === undefined ? versionId : `${versionId} ingests ${ingests}`
  return context.versions.get(key, async () => {
    const version = await context.db.read(flow.workspaceId).flows.findVersion(versionId)
    if (!version) throw new RunnelError('not_found', `Version ${versionId} of chatflow ${flow.id} not found`)
    const document = readStoredDocument(version.document, context.catalogue)
    const { consentedHosts } = version
    return {
      id: versionId,
      flowType: flow.type,
      document,
      consentedHosts: readConsents({ document, consentedHosts }, context.catalogue.find),
      ingests,
    }
  })
}
