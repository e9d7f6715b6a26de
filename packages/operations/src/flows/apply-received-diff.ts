import { type FlowDiff, type FlowDocument, RunnelError } from '@runnel/contract'
import { applyDiff, checkDocument, fitsDocument } from '@runnel/graph'

/**
 * The document after a change that came in, checked. @throws RunnelError `conflict` when the change was made from
 * another document, `invalid_flow` when what it leads to is no document
 */
export function applyReceivedDiff(document: FlowDocument, diff: FlowDiff): FlowDocument {
  if (fitsDocument(document, diff)) return checkDocument(applyDiff(document, diff))
  throw new RunnelError(
    'conflict',
    'The change was made from another state of the flow than the one that it names. Load the flow again.',
  )
}
