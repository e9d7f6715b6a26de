const FOREIGN_CREDENTIAL = '5f0f5c1e-9d5f-4f0e-8d7c-0d8b1c6f9a11'

/**
 * A flow as people publish them: a byte order mark, a bare `{nodes, edges}`, an older node, one of an unknown type, an
 * edge without handles, one id for two edges, and the credential of another installation.
 */
export const publishedFlow = `\uFEFF${JSON.stringify({
  description: 'A chat with a pirate',
  nodes: [
    {
      id: 'chatOpenAI_0',
      type: 'customNode',
      position: { x: 100, y: 100 },
      data: {
        id: 'chatOpenAI_0',
        name: 'chatOpenAI',
        label: 'ChatOpenAI',
        version: 5,
        inputs: { modelName: 'gpt-3.5-turbo', temperature: '0.3', credential: FOREIGN_CREDENTIAL },
        credential: FOREIGN_CREDENTIAL,
        outputs: {},
      },
    },
    {
      id: 'bufferMemory_0',
      type: 'customNode',
      position: { x: 100, y: 500 },
      data: {
        name: 'bufferMemory',
        label: 'Buffer Memory',
        inputs: { memoryKey: 'chat_history' },
        outputs: {},
      },
    },
    {
      id: 'parrot_0',
      type: 'customNode',
      position: { x: 100, y: 800 },
      data: {
        id: 'parrot_0',
        name: 'parrot',
        label: 'Parrot',
        version: 1,
        inputs: { says: 'Pieces of eight' },
        inputParams: [],
        inputAnchors: [],
        outputAnchors: [],
        outputs: {},
      },
    },
    {
      id: 'conversationChain_0',
      type: 'customNode',
      position: { x: 600, y: 200 },
      data: {
        id: 'conversationChain_0',
        name: 'conversationChain',
        label: 'Conversation Chain',
        version: 3,
        inputs: {
          model: '{{chatOpenAI_0.data.instance}}',
          memory: '{{bufferMemory_0.data.instance}}',
          systemMessagePrompt: 'Talk like a pirate.',
        },
        outputs: {},
      },
    },
  ],
  edges: [
    { id: 'twice', source: 'chatOpenAI_0', target: 'conversationChain_0' },
    { id: 'twice', source: 'bufferMemory_0', target: 'conversationChain_0' },
  ],
})}`
