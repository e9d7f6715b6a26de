import { type Drawing, into } from './draw-flow.ts'
import { type ModelVendors, type Said, VENDOR_KEYS } from './model-vendors.ts'
import type { ChosenFile, Filling } from './node-form.ts'

const HERE = 'most-used-nodes.test.ts'

/**
 * The thirty types of nodes that published flows use most, of chat flows and agent flows together and with those that an
 * agent flow names in its settings, and the journey that draws each. Undefined where the palette does not have it.
 */
export const MOST_USED: Record<string, string | undefined> = {
  chatOpenAI: 'vendor-credential.test.ts',
  startAgentflow: '../journeys/draw-agentflow.test.ts',
  conversationalRetrievalQAChain: HERE,
  bufferMemory: '../journeys/draw-chatflow.test.ts',
  agentAgentflow: HERE,
  recursiveCharacterTextSplitter: HERE,
  memoryVectorStore: HERE,
  openAIEmbeddings: HERE,
  llmAgentflow: '../journeys/draw-agentflow.test.ts',
  directReplyAgentflow: '../journeys/draw-agentflow.test.ts',
  chatOllama: HERE,
  retrieverTool: HERE,
  toolAgent: HERE,
  llmChain: HERE,
  pdfFile: HERE,
  promptTemplate: HERE,
  calculator: HERE,
  loopAgentflow: HERE,
  chatAnthropic: HERE,
  documentStoreVS: 'chains-and-agents.test.ts',
  conditionAgentflow: '../journeys/draw-agentflow.test.ts',
  pinecone: 'fixed-addresses.test.ts',
  conditionAgentAgentflow: HERE,
  customTool: '../journeys/tools.test.ts',
  currentDateTime: HERE,
  chatGoogleGenerativeAI: HERE,
  groqChat: 'fixed-addresses.test.ts',
  ollamaEmbedding: HERE,
  stickyNoteAgentflow: HERE,
  conversationChain: '../journeys/draw-chatflow.test.ts',
}

/** A flow as a person draws it, and what they then hear. */
export interface DrawnFlow extends Drawing {
  canvas: '/canvas' | '/v2/agentcanvas'
  /** Of the window, in pixels; 1440 unless given. */
  width?: number
  /** `said`: by the model, call by call, where it is not to say what the fake says by itself. */
  asks: { question: string; answer: string; said?: Said[] }[]
  /** Whose model is told what to say. */
  speaker?: keyof ModelVendors['speakers']
}

/** Flows of several of the most used nodes each. */
export function mostUsedFlows(
  addresses: ModelVendors['addresses'],
  document: ChosenFile,
): Record<string, DrawnFlow> {
  const openAI = { name: 'OpenAI account', secret: VENDOR_KEYS.openAI }
  const ollama = { name: 'Ollama account', secret: VENDOR_KEYS.ollama }
  const google = { name: 'Google account', secret: VENDOR_KEYS.google }
  const gemini = (credential: Filling['credential']): Filling => ({
    options: { Model: 'Google Gemini' },
    settings: {
      'Google Gemini': { ...(credential && { credential }), more: { 'Base Path': addresses.google } },
    },
  })
  return {
    documents: {
      canvas: '/canvas',
      nodes: [
        { label: 'Conversational Retrieval QA Chain' },
        { label: 'OpenAI', filling: { credential: openAI, more: { BasePath: addresses.openAI } } },
        { label: 'Buffer Memory' },
        { label: 'In-Memory Vector Store' },
        {
          label: 'OpenAI Embedding',
          filling: { credential: { name: openAI.name }, more: { BasePath: addresses.openAI } },
        },
        { label: 'Pdf File', filling: { files: { 'Pdf File': document } } },
        {
          label: 'Recursive Character Text Splitter',
          filling: { texts: { 'Chunk Size': '200', 'Chunk Overlap': '20' } },
        },
      ],
      edges: [
        ...into('Conversational Retrieval QA Chain', [
          ['OpenAI', 'Chat Model'],
          ['In-Memory Vector Store', 'Vector Store Retriever'],
          ['Buffer Memory', 'Memory'],
        ]),
        ...into('In-Memory Vector Store', [
          ['Pdf File', 'Document'],
          ['OpenAI Embedding', 'Embeddings'],
        ]),
        ...into('Pdf File', [['Recursive Character Text Splitter', 'Text Splitter']]),
      ],
      asks: [
        { question: 'How hot is green tea steeped?', answer: 'Green tea is steeped at seventy degrees.' },
      ],
    },
    tools: {
      canvas: '/canvas',
      nodes: [
        { label: 'Tool Agent' },
        {
          label: 'Anthropic Claude',
          filling: {
            credential: { name: 'Anthropic account', secret: VENDOR_KEYS.anthropic },
            more: { BasePath: addresses.anthropic },
          },
        },
        { label: 'Buffer Memory' },
        { label: 'Calculator' },
        { label: 'CurrentDateTime' },
        {
          label: 'Retriever Tool',
          filling: {
            texts: { 'Retriever Name': 'handbook', 'Retriever Description': 'Knows the rules of the house.' },
          },
        },
        { label: 'In-Memory Vector Store' },
        {
          label: 'Ollama Embedding',
          filling: {
            credential: ollama,
            texts: { 'Model Name': 'nomic-embed-text', 'Base URL': addresses.ollama },
          },
        },
        { label: 'Plain Text', filling: { texts: { Text: 'There are 28 days of holiday.' } } },
      ],
      edges: [
        ...into('Tool Agent', [
          ['Calculator', 'Tools'],
          ['CurrentDateTime', 'Tools'],
          ['Retriever Tool', 'Tools'],
          ['Buffer Memory', 'Memory'],
          ['Anthropic Claude', 'Tool Calling Chat Model'],
        ]),
        ...into('Retriever Tool', [['In-Memory Vector Store', 'Retriever']]),
        ...into('In-Memory Vector Store', [
          ['Ollama Embedding', 'Embeddings'],
          ['Plain Text', 'Document'],
        ]),
      ],
      speaker: 'anthropic',
      asks: [
        { question: 'What is 12 * 3?', answer: 'The result is 36' },
        { question: 'What does the handbook say of holidays?', answer: '28 days of holiday' },
        {
          question: 'What time is it?',
          said: [{ toolCalls: [{ name: 'current_date_time', input: { timeZone: 'Asia/Tokyo' } }] }],
          answer: '+09:00',
        },
      ],
    },
    loop: {
      canvas: '/v2/agentcanvas',
      nodes: [
        {
          label: 'Agent',
          name: 'Agent 0',
          filling: { ...gemini(google), rows: { Tools: { options: { Tool: 'Calculator' } } } },
        },
        {
          label: 'Condition Agent',
          name: 'Condition Agent 0',
          filling: {
            ...gemini({ name: google.name }),
            texts: {
              Instructions: 'Judge the answer.',
              Input: '{{agentAgentflow_0}}',
              Scenario: ['It is too short', 'It is good'],
            },
          },
        },
        { label: 'Loop', name: 'Loop 0', filling: { texts: { 'Max Loop Count': '3' } } },
        {
          label: 'Direct Reply',
          name: 'Direct Reply 0',
          filling: { texts: { Message: 'Said at last: {{agentAgentflow_0}}' } },
        },
        { label: 'Sticky Note', filling: { texts: { note: 'Tries again until it is good' } } },
      ],
      edges: [
        [{ node: 'Start' }, { node: 'Agent 0' }],
        [{ node: 'Agent 0' }, { node: 'Condition Agent 0' }],
        [{ node: 'Condition Agent 0', port: '0' }, { node: 'Loop 0' }],
        [{ node: 'Condition Agent 0', port: '1' }, { node: 'Direct Reply 0' }],
      ],
      filledLast: { 'Loop 0': { options: { 'Loop Back To': 'agentAgentflow_0' } } },
      speaker: 'google',
      asks: [
        {
          question: 'What is six times seven?',
          said: [
            { toolCalls: [{ name: 'calculator', input: { input: '6 * 7' } }] },
            { text: '42.' },
            { text: '{"output":"It is too short"}' },
            { text: 'Six times seven is 42.' },
            { text: '{"output":"It is good"}' },
          ],
          answer: 'Said at last: Six times seven is 42.',
        },
      ],
    },
    telephone: {
      canvas: '/canvas',
      width: 390,
      nodes: [
        { label: 'LLM Chain' },
        { label: 'Prompt Template', filling: { texts: { Template: 'Say it like a pirate: {question}' } } },
        {
          label: 'Ollama',
          filling: {
            credential: { name: ollama.name },
            texts: { 'Model Name': 'qwen3:8b', 'Base URL': addresses.ollama },
          },
        },
      ],
      edges: into('LLM Chain', [
        ['Prompt Template', 'Prompt'],
        ['Ollama', 'Language Model'],
      ]),
      isWiredInForms: true,
      asks: [{ question: 'the ship sails', answer: 'Say it like a pirate: the ship sails' }],
    },
  }
}
