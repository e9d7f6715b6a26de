import type { InputDefinition } from '@runnel/contract'
import { makeAgentNode, option, updateState } from './make-agent-node.ts'

/** Start with chat or form input and flow state. */
export const startAgentflow = makeAgentNode({
  name: 'startAgentflow',
  label: 'Start',
  version: 1.4,
  color: '#7EE787',
  kind: 'trigger',
  hideInput: true,
  inputs: [
    {
      name: 'startInputType',
      readAs: 'startInput',
      label: 'Input Type',
      type: 'options',
      default: 'chatInput',
      options: [option('chatInput'), option('formInput')],
    },
    {
      name: 'formTitle',
      readAs: 'form.title',
      label: 'Form Title',
      type: 'string',
      show: { startInputType: 'formInput' },
    },
    {
      name: 'formDescription',
      readAs: 'form.description',
      label: 'Form Description',
      type: 'string',
      show: { startInputType: 'formInput' },
    },
    {
      name: 'formInputTypes',
      readAs: 'form.fields',
      label: 'Form Input Types',
      type: 'array',
      show: { startInputType: 'formInput' },
      array: [
        {
          name: 'type',
          label: 'Type',
          type: 'options',
          default: 'string',
          options: [option('string'), option('number'), option('boolean'), option('options')],
        },
        { name: 'label', label: 'Label', type: 'string' },
        { name: 'name', label: 'Variable Name', type: 'string' },
        {
          name: 'addOptions',
          label: 'Add Options',
          type: 'array',
          show: { 'formInputTypes[$index].type': 'options' },
          array: [{ name: 'option', label: 'Option', type: 'string' }],
        },
      ],
    },
    { name: 'startEphemeralMemory', label: 'Ephemeral Memory', type: 'boolean', optional: true },
    {
      name: 'startState',
      readAs: 'state',
      label: 'Flow State',
      type: 'array',
      optional: true,
      array: [
        { name: 'key', label: 'Key', type: 'string' },
        { name: 'value', label: 'Value', type: 'string', optional: true },
      ],
    },
    {
      name: 'startPersistState',
      readAs: 'persistsState',
      label: 'Persist State',
      type: 'boolean',
      optional: true,
    },
  ],
})

function messages(name: string): InputDefinition {
  return {
    name,
    label: 'Messages',
    type: 'array',
    optional: true,
    acceptVariable: true,
    array: [
      {
        name: 'role',
        label: 'Role',
        type: 'options',
        options: [option('system'), option('user'), option('assistant')],
      },
      { name: 'content', label: 'Content', type: 'string', acceptVariable: true, rows: 4 },
    ],
  }
}

/** One call of a selected model. */
export const llmAgentflow = makeAgentNode({
  name: 'llmAgentflow',
  label: 'LLM',
  version: 1.1,
  color: '#64B5F6',
  effects: 'read',
  inputs: [
    { name: 'llmModel', label: 'Model', type: 'asyncOptions', loadMethod: 'listModels', loadConfig: true },
    messages('llmMessages'),
    { name: 'llmEnableMemory', label: 'Enable Memory', type: 'boolean', default: true, optional: true },
    {
      name: 'llmMemoryType',
      label: 'Memory Type',
      type: 'options',
      default: 'allMessages',
      options: [option('allMessages'), option('windowSize')],
      show: { llmEnableMemory: true },
    },
    {
      name: 'llmMemoryWindowSize',
      label: 'Window Size',
      type: 'number',
      default: '20',
      show: { llmMemoryType: 'windowSize' },
    },
    {
      name: 'llmUserMessage',
      label: 'Input Message',
      type: 'string',
      optional: true,
      acceptVariable: true,
      show: { llmEnableMemory: true },
    },
    {
      name: 'llmReturnResponseAs',
      label: 'Return Response As',
      type: 'options',
      default: 'userMessage',
      options: [option('userMessage'), option('assistantMessage')],
    },
    {
      name: 'llmStructuredOutput',
      readAs: 'structuredOutput',
      label: 'JSON Structured Output',
      type: 'array',
      optional: true,
      acceptVariable: true,
      array: [
        { name: 'key', label: 'Key', type: 'string' },
        {
          name: 'type',
          label: 'Type',
          type: 'options',
          options: [option('string'), option('number'), option('enum')],
        },
        {
          name: 'enumValues',
          label: 'Enum Values',
          type: 'string',
          show: { 'llmStructuredOutput[$index].type': 'enum' },
        },
        { name: 'description', label: 'Description', type: 'string' },
      ],
    },
    updateState('llmUpdateState'),
  ],
})

/** A model with tools. */
export const agentAgentflow = makeAgentNode({
  name: 'agentAgentflow',
  label: 'Agent',
  version: 3.2,
  color: '#4DD0E1',
  effects: 'write',
  inputs: [
    { name: 'agentModel', label: 'Model', type: 'asyncOptions', loadMethod: 'listModels', loadConfig: true },
    messages('agentMessages'),
    {
      name: 'agentTools',
      label: 'Tools',
      type: 'array',
      optional: true,
      array: [
        {
          name: 'agentSelectedTool',
          label: 'Tool',
          type: 'asyncOptions',
          loadMethod: 'listTools',
          loadConfig: true,
        },
        {
          name: 'agentSelectedToolRequiresHumanInput',
          label: 'Require Human Input',
          type: 'boolean',
          optional: true,
        },
      ],
    },
    updateState('agentUpdateState'),
  ],
})
