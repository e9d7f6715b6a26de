import { type Principal, workspaceOf } from '@runnel/access'
import type { FlowDocument } from '@runnel/contract'
import type { FlowRow } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { authorizeFlow } from '../flow-rights.ts'
import { checkDocumentTags } from './check-document-tags.ts'
import { type ConsentedVersion, consentedHostsOf, keptConsentsOf } from './consented-hosts.ts'
import { readStoredDocument } from './stored-document.ts'

/** The flow of which a new one is a copy. */
export interface Original {
  flow: FlowRow
  version: ConsentedVersion
}

/** @throws RunnelError `not_found`, `forbidden` for a flow that the caller may not copy */
export async function readOriginal(
  context: OperationContext,
  principal: Principal,
  id: string,
): Promise<Original> {
  const { flow, version } = await context.db.read(workspaceOf(principal)).flows.getHead(id)
  authorizeFlow(principal, flow.type, 'view')
  checkDocumentTags(principal, flow)
  const { document, consentedHosts } = version
  return { flow, version: { document: readStoredDocument(document, context.catalogue), consentedHosts } }
}

/**
 * To what the creation of a flow consents. A file that a person imports gives none, and a copy what its original has: whoever
 * copies has not looked where somebody else would send a credential.
 */
export function consentsOfNew(
  { catalogue: { find } }: OperationContext,
  principal: Principal,
  {
    document,
    original,
    isImport,
  }: { document: FlowDocument; original: Original | undefined; isImport: boolean },
): string[] {
  if (isImport) return []
  if (original) return keptConsentsOf(document, original.version, find)
  return consentedHostsOf(document, { principal }, find)
}
