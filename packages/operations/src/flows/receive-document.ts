import { type FlowDocument, type Problem, RunnelError, type Viewport } from '@runnel/contract'
import { checkDocument, importFlow } from '@runnel/graph'
import type { Catalogue } from '../catalogue.ts'
import type { OperationContext } from '../context.ts'
import type { KeptFile } from '../files/keep-file.ts'
import { keepParamFiles } from '../files/keep-param-files.ts'

/** A document that came in, with what was repaired on the way. */
export interface ReceivedDocument {
  document: FlowDocument
  viewport?: Viewport
  problems: Problem[]
}

/** What a body may bring: the record form of our canvas, or text in any form that import takes. */
interface DocumentInput {
  flowData?: string | undefined
  document?: FlowDocument | undefined
  viewport?: Viewport | null | undefined
}

/** The document of a save, checked; undefined when the body brings none. */
function parseBody(input: DocumentInput, catalogue: Catalogue): ReceivedDocument | undefined {
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

/**
 * The document of a save without the bytes of its files, and the files to be kept with it. No document when the body
 * brings none. @throws RunnelError `invalid_json`, `invalid_flow`, `invalid_input` when both forms came, and as `keepParamFiles`
 */
export async function receiveDocument(
  context: OperationContext,
  owner: { workspaceId: string; flowId: string | undefined },
  body: DocumentInput,
): Promise<{ received: ReceivedDocument | undefined; files: KeptFile[] }> {
  const received = parseBody(body, context.catalogue)
  if (!received) return { received, files: [] }
  const { document, files } = await keepParamFiles(context, owner, received.document)
  return { received: { ...received, document }, files }
}
