import type { InputDefinition, NodeDefinition } from '@runnel/contract'

/** Fills in what most definitions of a test share. */
export function makeDefinition(
  definition: Partial<NodeDefinition> & Pick<NodeDefinition, 'name' | 'label' | 'category' | 'baseClasses'>,
): NodeDefinition {
  return {
    version: 1,
    type: definition.baseClasses[0] ?? definition.label,
    icon: definition.name,
    description: `${definition.label} of the tests`,
    kind: 'component',
    effects: 'none',
    inputs: [],
    ...definition,
  }
}

const cache: InputDefinition = { name: 'cache', label: 'Cache', type: 'BaseCache', optional: true }
const moderation: InputDefinition = {
  name: 'inputModeration',
  label: 'Input Moderation',
  type: 'Moderation',
  optional: true,
  list: true,
}

/** Chat model with a credential and a password param. */
const chatOpenAI = makeDefinition({
  name: 'chatOpenAI',
  label: 'OpenAI',
  version: 8.3,
  category: 'Chat Models',
  baseClasses: ['ChatOpenAI', 'BaseChatModel', 'BaseLanguageModel', 'Runnable'],
  effects: 'read',
  streams: true,
  credential: {
    name: 'credential',
    label: 'Connect Credential',
    type: 'credential',
    credentialNames: ['openAIApi'],
  },
  inputs: [
    cache,
    {
      name: 'modelName',
      label: 'Model',
      type: 'asyncOptions',
      loadMethod: 'listModels',
      default: 'gpt-4o-mini',
    },
    { name: 'temperature', label: 'Temperature', type: 'number', default: 0.9, optional: true },
    { name: 'streaming', label: 'Streaming', type: 'boolean', default: true, optional: true },
    { name: 'reasoning', label: 'Reasoning', type: 'boolean', default: false, optional: true },
    {
      name: 'reasoningEffort',
      label: 'Reasoning Effort',
      type: 'options',
      options: [
        { label: 'Low', name: 'low' },
        { label: 'High', name: 'high' },
      ],
      optional: true,
      show: { reasoning: true },
    },
    { name: 'basepath', label: 'Base Path', type: 'string', optional: true, additionalParams: true },
    { name: 'baseOptions', label: 'Base Options', type: 'json', optional: true, additionalParams: true },
  ],
})

/** Memory with a session id. */
const bufferMemory = makeDefinition({
  name: 'bufferMemory',
  label: 'Buffer Memory',
  version: 2,
  category: 'Memory',
  baseClasses: ['BufferMemory', 'BaseChatMemory', 'BaseMemory'],
  inputs: [
    { name: 'sessionId', label: 'Session Id', type: 'string', optional: true, additionalParams: true },
    {
      name: 'memoryKey',
      label: 'Memory Key',
      type: 'string',
      default: 'chat_history',
      additionalParams: true,
    },
  ],
})

/** Chain that ends a flow. */
const conversationChain = makeDefinition({
  name: 'conversationChain',
  label: 'Conversation Chain',
  version: 3,
  category: 'Chains',
  baseClasses: ['ConversationChain', 'LLMChain', 'BaseChain', 'Runnable'],
  kind: 'step',
  effects: 'read',
  answers: true,
  streams: true,
  inputs: [
    { name: 'model', label: 'Chat Model', type: 'BaseChatModel' },
    { name: 'memory', label: 'Memory', type: 'BaseMemory' },
    { name: 'chatPromptTemplate', label: 'Chat Prompt Template', type: 'ChatPromptTemplate', optional: true },
    moderation,
    {
      name: 'systemMessagePrompt',
      label: 'System Message',
      type: 'string',
      optional: true,
      additionalParams: true,
    },
  ],
})

/** Chain with a choice of outputs: itself, or its answer as a value. */
const llmChain = makeDefinition({
  name: 'llmChain',
  label: 'LLM Chain',
  version: 3,
  category: 'Chains',
  baseClasses: ['LLMChain', 'BaseChain', 'Runnable'],
  kind: 'step',
  effects: 'read',
  answers: true,
  streams: true,
  inputs: [
    { name: 'model', label: 'Language Model', type: 'BaseLanguageModel' },
    { name: 'prompt', label: 'Prompt', type: 'BasePromptTemplate' },
    { name: 'outputParser', label: 'Output Parser', type: 'BaseLLMOutputParser', optional: true },
    moderation,
    { name: 'chainName', label: 'Chain Name', type: 'string', optional: true },
  ],
  outputs: [
    { name: 'llmChain', label: 'LLM Chain', baseClasses: ['LLMChain', 'BaseChain', 'Runnable'] },
    { name: 'outputPrediction', label: 'Output Prediction', baseClasses: ['string', 'json'] },
  ],
})

/** Prompt whose values may refer to other nodes. */
const promptTemplate = makeDefinition({
  name: 'promptTemplate',
  label: 'Prompt Template',
  category: 'Prompts',
  baseClasses: ['PromptTemplate', 'BaseStringPromptTemplate', 'BasePromptTemplate'],
  inputs: [
    { name: 'template', label: 'Template', type: 'string', rows: 4 },
    {
      name: 'promptValues',
      label: 'Format Prompt Values',
      type: 'json',
      optional: true,
      acceptVariable: true,
      list: true,
    },
  ],
})

/** Agent with a list of tools. */
const toolAgent = makeDefinition({
  name: 'toolAgent',
  label: 'Tool Agent',
  version: 2,
  type: 'AgentExecutor',
  category: 'Agents',
  baseClasses: ['AgentExecutor', 'BaseChain', 'Runnable'],
  kind: 'step',
  effects: 'write',
  answers: true,
  streams: true,
  inputs: [
    { name: 'tools', label: 'Tools', type: 'Tool', list: true },
    { name: 'memory', label: 'Memory', type: 'BaseChatMemory' },
    { name: 'model', label: 'Tool Calling Chat Model', type: 'BaseChatModel' },
    {
      name: 'systemMessage',
      label: 'System Message',
      type: 'string',
      optional: true,
      additionalParams: true,
    },
    moderation,
    {
      name: 'maxIterations',
      label: 'Max Iterations',
      type: 'number',
      optional: true,
      additionalParams: true,
    },
  ],
})

/** Tool without params. */
const calculator = makeDefinition({
  name: 'calculator',
  label: 'Calculator',
  category: 'Tools',
  baseClasses: ['Calculator', 'Tool', 'StructuredTool'],
})

/** Tool with secrets in its params: header rows, a password, a file. */
const requestsGet = makeDefinition({
  name: 'requestsGet',
  label: 'Requests Get',
  version: 2,
  category: 'Tools',
  baseClasses: ['RequestsGet', 'Tool', 'StructuredTool'],
  effects: 'read',
  inputs: [
    { name: 'requestsGetUrl', label: 'URL', type: 'string', acceptVariable: true, optional: true },
    { name: 'apiPassword', label: 'Password', type: 'password', optional: true },
    { name: 'schemaFile', label: 'Schema', type: 'file', optional: true },
    {
      name: 'headers',
      label: 'Headers',
      type: 'array',
      optional: true,
      array: [
        { name: 'key', label: 'Key', type: 'string' },
        { name: 'value', label: 'Value', type: 'password' },
      ],
    },
  ],
})

/** Note of the chat canvas. */
const stickyNote = makeDefinition({
  name: 'stickyNote',
  label: 'Sticky Note',
  version: 2,
  category: 'Utilities',
  baseClasses: ['StickyNote'],
  kind: 'note',
  inputs: [{ name: 'note', readAs: 'note', label: '', type: 'string', rows: 1, optional: true }],
})

/** The chat-flow definitions of the tests. */
export const CHAT_DEFINITIONS: NodeDefinition[] = [
  chatOpenAI,
  bufferMemory,
  conversationChain,
  llmChain,
  promptTemplate,
  toolAgent,
  calculator,
  requestsGet,
  stickyNote,
]
