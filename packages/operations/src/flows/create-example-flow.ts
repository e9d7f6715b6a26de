import { keepDocument } from '@runnel/graph'
import type { OperationContext } from '../context.ts'
import { exampleDocument } from './example-flow.ts'
import { hashDocument } from './hash-document.ts'

/** Puts the worked example into a new workspace. */
export async function createExampleFlow(context: OperationContext, workspaceId: string): Promise<void> {
  const document = keepDocument(exampleDocument)
  await context.db.write(workspaceId, (writer) =>
    writer.flows.insert(
      { name: 'Start here: an agent with tools', type: 'CHATFLOW', category: 'Example', isExample: true },
      { document, documentHash: hashDocument(document) },
    ),
  )
}
