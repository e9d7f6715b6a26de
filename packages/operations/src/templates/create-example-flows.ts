import type { FlowDocument } from '@runnel/contract'
import { keepDocument } from '@runnel/graph'
import type { OperationContext } from '../context.ts'
import { hashDocument } from '../flows/hash-document.ts'
import { composeTemplate } from './compose-template.ts'
import { agentWithTools } from './examples/agent-with-tools.ts'
import { askADocument } from './examples/ask-a-document.ts'

/** Puts the worked examples into a new workspace. The one to begin with comes last: lists show what is newest first. */
export async function createExampleFlows(context: OperationContext, workspaceId: string): Promise<void> {
  const examples: [name: string, document: FlowDocument][] = [
    [askADocument.name, composeTemplate(askADocument, context.catalogue)],
    ['Start here: an agent with tools', agentWithTools],
  ]
  for (const [name, drawn] of examples) {
    const document = keepDocument(drawn)
    await context.db.write(workspaceId, (writer) =>
      writer.flows.insert(
        { name, type: 'CHATFLOW', category: 'Example', isExample: true },
        { document, documentHash: hashDocument(document) },
      ),
    )
  }
}
