import type { InputDefinition } from '@runnel/contract'
import { credentialInput, defineNode, keyCredential } from '@runnel/node-kit'
import { memoryDefinition } from '../memory-definition.ts'

const mem0Credential = keyCredential('mem0MemoryApi', {
  label: 'Mem0 Memory API',
  field: 'apiKey',
  test: {
    url: 'https://api.mem0.ai/v1/entities/',
    show: (key) => ({ headers: { authorization: `Token ${key}` } }),
  },
})

const text = (name: string, label: string, rest: Partial<InputDefinition>): InputDefinition => ({
  label,
  name,
  type: 'string',
  ...rest,
  additionalParams: true,
  optional: true,
})

/** Keeps what a conversation tells about its person at Mem0, and recalls what bears on a question. */
export const mem0 = defineNode({
  definition: memoryDefinition({
    name: 'mem0',
    label: 'Mem0',
    version: 1.1,
    type: 'Mem0',
    description: 'Learns facts from conversations at Mem0, and recalls those that bear on a question',
    effects: 'write',
    credential: credentialInput(mem0Credential),
    inputs: [
      text('user_id', 'User ID', {
        default: 'flowise-default-user',
        overridable: true,
        description:
          'Whose facts these are. All who use the flow share them, unless the session names the user',
      }),
      {
        label: 'The Session Is the User',
        name: 'useFlowiseChatId',
        type: 'boolean',
        default: false,
        description: 'Facts are kept apart for each session, whatever User ID says',
        additionalParams: true,
        optional: true,
      },
      {
        label: 'Recall Only',
        name: 'searchOnly',
        type: 'boolean',
        default: false,
        description: 'Facts are recalled, and none are learned from what is said',
        additionalParams: true,
        optional: true,
      },
      text('run_id', 'Run ID', { description: 'Facts of one task only' }),
      text('agent_id', 'Agent ID', { description: 'Facts of one agent only' }),
      text('app_id', 'App ID', { description: 'Facts of one application only' }),
      text('project_id', 'Project ID', { description: 'The project at Mem0' }),
      text('org_id', 'Organization ID', { description: 'The organization at Mem0' }),
      text('memoryKey', 'Memory Key', { default: 'history', description: 'Kept for imported flows' }),
      text('inputKey', 'Input Key', { default: 'input', description: 'Kept for imported flows' }),
      text('outputKey', 'Output Key', { default: 'text', description: 'Kept for imported flows' }),
    ],
  }),
  credentials: [mem0Credential],
  provides: { memory: async () => (await import('./memory.ts')).mem0Memory },
})
