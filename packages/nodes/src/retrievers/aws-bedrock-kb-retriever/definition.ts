import { AWS_REGIONS, credentialInput, defineNode, retrieverDefinition } from '@runnel/node-kit'

/** Finds in a knowledge base of Bedrock. */
export const awsBedrockKBRetriever = defineNode({
  definition: retrieverDefinition({
    name: 'awsBedrockKBRetriever',
    label: 'AWS Bedrock Knowledge Base Retriever',
    version: 1,
    type: 'AWSBedrockKBRetriever',
    description: 'Finds what a knowledge base of AWS Bedrock holds on the question',
    onlyRetrieves: true,
    credential: { ...credentialInput({ name: 'awsApi' }), optional: true },
    anchors: [],
    settings: [
      {
        label: 'Region',
        name: 'region',
        type: 'options',
        namesNoHost: true,
        options: AWS_REGIONS.map((name) => ({ label: name, name })),
        default: 'us-east-1',
      },
      {
        label: 'Knowledge Base ID',
        // The name that stored flows have.
        name: 'knoledgeBaseID',
        type: 'string',
        identifies: true,
        placeholder: 'ABCDEFGHIJ',
      },
      {
        label: 'Query',
        name: 'query',
        type: 'string',
        description: 'Kept for imported flows: the chain or tool says what is looked for',
        optional: true,
        acceptVariable: true,
        additionalParams: true,
      },
      {
        label: 'Top K',
        name: 'topK',
        type: 'number',
        overridable: true,
        default: 5,
        min: 1,
        max: 100,
        description: 'How many pieces are found at most',
        optional: true,
        additionalParams: true,
      },
      {
        label: 'Search Type',
        name: 'searchType',
        type: 'options',
        options: [
          { label: 'Hybrid', name: 'HYBRID', description: 'By meaning and by words' },
          { label: 'Semantic', name: 'SEMANTIC', description: 'By meaning' },
        ],
        description: 'The knowledge base chooses when empty',
        optional: true,
        additionalParams: true,
      },
      {
        label: 'Filter',
        name: 'filter',
        type: 'string',
        codeLanguage: 'filter',
        rows: 4,
        description:
          'JSON of a filter of the knowledge base, such as {"equals": {"key": "year", "value": 2026}}',
        optional: true,
        additionalParams: true,
      },
    ],
  }),
  provides: { retriever: async () => (await import('./retriever.ts')).retrieveFromKnowledgeBase },
})
