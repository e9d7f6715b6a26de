import type { InputDefinition, NodeDefinition } from '@runnel/contract'
import { makeDefinition } from './chat-definitions.ts'

function option(name: string) {
  return { label: name, name }
}

function makeAgentNode(
  definition: Partial<NodeDefinition> & Pick<NodeDefinition, 'name' | 'label' | 'color'>,
): NodeDefinition {
  return makeDefinition({
    kind: 'step',
    category: 'Agent Flows',
    baseClasses: [definition.label.replaceAll(' ', '')],
    ...definition,
  })
}

function updateState(name: string): InputDefinition {
  return {
    name,
    label: 'Update Flow State',
    type: 'array',
    optional: true,
    acceptVariable: true,
    array: [
      { name: 'key', label: 'Key', type: 'asyncOptions', loadMethod: 'listRuntimeStateKeys', freeSolo: true },
      {
        name: 'value',
        label: 'Value',
        type: 'string',
        acceptVariable: true,
        acceptNodeOutputAsVariable: true,
      },
    ],
  }
}

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
      label: 'Input Type',
      type: 'options',
      default: 'chatInput',
      options: [option('chatInput'), option('formInput')],
    },
    { name: 'formTitle', label: 'Form Title', type: 'string', show: { startInputType: 'formInput' } },
    {
      name: 'formDescription',
      label: 'Form Description',
      type: 'string',
      show: { startInputType: 'formInput' },
    },
    {
      name: 'formInputTypes',
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
      label: 'Flow State',
      type: 'array',
      optional: true,
      array: [
        { name: 'key', label: 'Key', type: 'string' },
        { name: 'value', label: 'Value', type: 'string', optional: true },
      ],
    },
    { name: 'startPersistState', label: 'Persist State', type: 'boolean', optional: true },
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

/** Branches by conditions, else the last. */
export const conditionAgentflow = makeAgentNode({
  name: 'conditionAgentflow',
  label: 'Condition',
  color: '#FFB938',
  branches: { param: 'conditions', elseLabel: 'Else' },
  inputs: [
    {
      name: 'conditions',
      label: 'Conditions',
      type: 'array',
      acceptVariable: true,
      default: [{ type: 'string', value1: '', operation: 'equal', value2: '' }],
      array: [
        {
          name: 'type',
          label: 'Type',
          type: 'options',
          default: 'string',
          options: [option('string'), option('number'), option('boolean')],
        },
        { name: 'value1', label: 'Value 1', type: 'string', acceptVariable: true },
        {
          name: 'operation',
          label: 'Operation',
          type: 'options',
          default: 'equal',
          options: [
            option('equal'),
            option('notEqual'),
            option('contains'),
            option('isEmpty'),
            option('notEmpty'),
          ],
        },
        {
          name: 'value2',
          label: 'Value 2',
          type: 'string',
          acceptVariable: true,
          hide: { 'conditions[$index].operation': ['isEmpty', 'notEmpty'] },
        },
      ],
    },
  ],
})

/** User code. */
export const customFunctionAgentflow = makeAgentNode({
  name: 'customFunctionAgentflow',
  label: 'Custom Function',
  version: 1.1,
  color: '#E4B7FF',
  effects: 'write',
  inputs: [
    {
      name: 'customFunctionInputVariables',
      label: 'Input Variables',
      type: 'array',
      optional: true,
      acceptVariable: true,
      array: [
        { name: 'variableName', label: 'Variable Name', type: 'string' },
        { name: 'variableValue', label: 'Variable Value', type: 'string', acceptVariable: true },
      ],
    },
    { name: 'customFunctionJavascriptFunction', label: 'Javascript Function', type: 'code' },
    updateState('customFunctionUpdateState'),
  ],
})

/** A fixed answer. */
export const directReplyAgentflow = makeAgentNode({
  name: 'directReplyAgentflow',
  label: 'Direct Reply',
  color: '#4DDBBB',
  hideOutput: true,
  inputs: [{ name: 'directReplyMessage', label: 'Message', type: 'string', rows: 4, acceptVariable: true }],
})

/** A jump back. */
export const loopAgentflow = makeAgentNode({
  name: 'loopAgentflow',
  label: 'Loop',
  version: 1.2,
  color: '#FFA07A',
  hideOutput: true,
  inputs: [
    {
      name: 'loopBackToNode',
      label: 'Loop Back To',
      type: 'asyncOptions',
      loadMethod: 'listPreviousNodes',
      freeSolo: true,
    },
    { name: 'maxLoopCount', label: 'Max Loop Count', type: 'number', default: 5 },
    {
      name: 'fallbackMessage',
      label: 'Fallback Message',
      type: 'string',
      optional: true,
      acceptVariable: true,
    },
    updateState('loopUpdateState'),
  ],
})

/** A container that runs its inside once per item. */
export const iterationAgentflow = makeAgentNode({
  name: 'iterationAgentflow',
  label: 'Iteration',
  color: '#9C89B8',
  inputs: [{ name: 'iterationInput', label: 'Array Input', type: 'string', acceptVariable: true, rows: 4 }],
})

/** A question to a person. */
export const humanInputAgentflow = makeAgentNode({
  name: 'humanInputAgentflow',
  label: 'Human Input',
  color: '#6E6EFD',
  inputs: [
    {
      name: 'humanInputDescriptionType',
      label: 'Description Type',
      type: 'options',
      options: [option('fixed'), option('dynamic')],
    },
    {
      name: 'humanInputDescription',
      label: 'Description',
      type: 'string',
      acceptVariable: true,
      show: { humanInputDescriptionType: 'fixed' },
    },
  ],
  outputs: [
    { name: 'proceed', label: 'Proceed' },
    { name: 'reject', label: 'Reject' },
  ],
})

/** Note of the agent canvas. */
export const stickyNoteAgentflow = makeAgentNode({
  name: 'stickyNoteAgentflow',
  label: 'Sticky Note',
  color: '#fee440',
  kind: 'note',
  hideInput: true,
  hideOutput: true,
  inputs: [{ name: 'note', label: '', type: 'string', optional: true }],
})

/** The agent-flow definitions of the tests. */
export const AGENT_DEFINITIONS: NodeDefinition[] = [
  startAgentflow,
  llmAgentflow,
  agentAgentflow,
  conditionAgentflow,
  customFunctionAgentflow,
  directReplyAgentflow,
  loopAgentflow,
  iterationAgentflow,
  humanInputAgentflow,
  stickyNoteAgentflow,
]
