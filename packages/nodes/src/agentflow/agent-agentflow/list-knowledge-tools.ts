import { type Component, readText, type StepContext, type Tool } from '@runnel/node-kit'
import { type Knowledge, readKnowledge } from '../read-knowledge.ts'

/** Where the agent may look things up, as one tool each. */
export async function listKnowledgeTools(context: StepContext): Promise<Tool[]> {
  return context.listTools((await readKnowledge(context, 'agent')).map(asRetrieverTool))
}

/** The same as a retriever tool that is wired to the store. */
function asRetrieverTool({ retriever, row, filter }: Knowledge): Component {
  return {
    nodeId: retriever.nodeId,
    type: 'retrieverTool',
    label: readText(row, 'knowledgeName') || retriever.label,
    values: {
      name: readText(row, 'knowledgeName') || retriever.label,
      description: readText(row, 'knowledgeDescription') || readText(row, 'docStoreDescription'),
      returnSourceDocuments: row.returnSourceDocuments ?? false,
      ...(filter && { retrieverToolMetadataFilter: filter }),
    },
    credentials: {},
    output: 'retrieverTool',
    anchors: { retriever: [retriever] },
  }
}
