import { listNamedStores, metadataFilterInput } from '@runnel/node-kit'
import { agentStep } from '../agent-step.ts'
import { knowledgeInputs, returnSourceDocumentsInput } from '../knowledge-inputs.ts'

/** Finds documents, without a model. */
export const retrieverAgentflow = agentStep({
  definition: {
    name: 'retrieverAgentflow',
    label: 'Retriever',
    version: 1.1,
    type: 'Retriever',
    icon: 'IconDatabaseSearch',
    description: 'Finds what fits a question in the places that you choose',
    baseClasses: ['Retriever'],
    effects: 'none',
    color: '#b8bedd',
    gives: [{ path: 'sourceDocuments', label: 'Source Documents', type: 'array' }],
    inputs: [
      ...knowledgeInputs('retriever', { described: false }),
      {
        label: 'Retriever Query',
        name: 'retrieverQuery',
        type: 'string',
        overridable: true,
        placeholder: 'What to look for',
        description: 'Empty means the text that started the flow',
        optional: true,
        rows: 4,
        acceptVariable: true,
      },
      {
        label: 'Output Format',
        name: 'outputFormat',
        type: 'options',
        overridable: true,
        default: 'text',
        options: [
          { label: 'Text', name: 'text' },
          { label: 'Text with Metadata', name: 'textWithMetadata' },
        ],
      },
      metadataFilterInput('retrieverMetadataFilter'),
      // Where nobody chose, as in flows of before, readers of the answer are not shown what it was made of.
      { ...returnSourceDocumentsInput, default: false, initial: true },
    ],
  },
  run: async () => (await import('./run.ts')).runRetriever,
  load: {
    listStores: async () => listNamedStores,
    listVectorStores: async () => (await import('../list-knowledge-options.ts')).listVectorStores,
    listEmbeddings: async () => (await import('../list-knowledge-options.ts')).listEmbeddings,
  },
})
