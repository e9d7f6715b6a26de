import type { FlowDocument } from '@runnel/contract'
import type { FirstFlow } from '@runnel/db'
import { keepDocument } from '@runnel/graph'
import type { OperationContext } from '../context.ts'
import { hashDocument } from '../flows/hash-document.ts'
import { composeTemplate } from './compose-template.ts'
import { agentWithTools } from './examples/agent-with-tools.ts'
import { askADocument } from './examples/ask-a-document.ts'

/** The worked examples of a new workspace. The one to begin with comes last: lists show what is newest first. */
export function composeExampleFlows({ catalogue }: Pick<OperationContext, 'catalogue'>): FirstFlow[] {
  const examples: [name: string, document: FlowDocument][] = [
    [askADocument.name, composeTemplate(askADocument, catalogue)],
    ['Start here: an agent with tools', agentWithTools],
  ]
  return examples.map(([name, drawn]) => {
    const document = keepDocument(drawn)
    return {
      flow: { name, type: 'CHATFLOW', category: 'Example', isExample: true },
      version: { document, documentHash: hashDocument(document) },
    }
  })
}
