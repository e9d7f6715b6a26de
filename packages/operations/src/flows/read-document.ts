import { type FlowDocument, type Problem, RunnelError, type Viewport } from '@runnel/contract'
import { checkDocument, importFlow } from '@runnel/graph'
import type { Catalogue } from '../catalogue.ts'

/** A document that came in, with what was repaired on the way. */
export interface ReceivedDocument {
  document: FlowDocument
  viewport?: Viewport
  problems: Problem[]
}

/** What a body may bring: the record form of our canvas, or text in any form that import takes. */
export interface DocumentInput {
  flowData?: string | undefined
  document?: FlowDocument | undefined
  viewport?: Viewport | null | undefined
}

/**
 * The document of a save, checked; undefined when the body brings none.
 * @throws RunnelError `invalid_json`, `invalid_flow`, `invalid_input` when both forms came
 */
export function readDocument(input: DocumentInput, catalogue: Catalogue): ReceivedDocument | undefined {
  if (input.flowData !== undefined && input.document !== undefined) {
    throw new RunnelError('invalid_input', 'Send flowData or document, not both')
  }
  const viewport = input.viewport ?? undefined
  if (input.document !== undefined) {
    return { document: checkDocument(input.document), problems: [], ...(viewport ? { viewport } : {}) }
  }
  if (input.flowData === undefined) return undefined
  const imported = importFlow(input.flowData, catalogue.find)
  const shown = viewport ?? imported.viewport
  return { document: imported.document, problems: imported.problems, ...(shown ? { viewport: shown } : {}) }
}
