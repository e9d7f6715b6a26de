import { chatPromptInput, defineNode, moderationInput } from '@runnel/node-kit'
import { DEFAULT_SYSTEM_MESSAGE } from './default-system-message.ts'

/** A model that may call tools until it can answer. */
export const toolAgent = defineNode({
  definition: {
    name: 'toolAgent',
    label: 'Tool Agent',
    version: 2,
    type: 'AgentExecutor',
    icon: 'IconTool',
    category: 'Agents',
    color: '#4DD0E1',
    description: 'A chat model that calls tools until it can answer',
    baseClasses: ['AgentExecutor', 'BaseChain', 'Runnable'],
    kind: 'step',
    effects: 'none',
    answers: true,
    streams: true,
    inputs: [
      { label: 'Tools', name: 'tools', type: 'Tool', list: true },
      { label: 'Memory', name: 'memory', type: 'BaseChatMemory' },
      {
        label: 'Tool Calling Chat Model',
        name: 'model',
        type: 'BaseChatModel',
        description: 'The model must be able to call tools',
      },
      chatPromptInput,
      {
        label: 'System Message',
        name: 'systemMessage',
        type: 'string',
        overridable: true,
        rows: 4,
        default: DEFAULT_SYSTEM_MESSAGE,
        description: 'Used when no chat prompt template is connected',
        additionalParams: true,
        optional: true,
      },
      moderationInput,
      {
        label: 'Max Iterations',
        name: 'maxIterations',
        type: 'number',
        overridable: true,
        description: 'How often the model may be asked for one answer; 15 when empty',
        additionalParams: true,
        optional: true,
      },
      {
        label: 'Enable Detailed Streaming',
        name: 'enableDetailedStreaming',
        type: 'boolean',
        overridable: true,
        default: false,
        description: 'Runnel always shows tool calls as they happen; kept for imported flows',
        additionalParams: true,
        optional: true,
      },
    ],
  },
  run: async () => (await import('./run.ts')).runToolAgent,
})
