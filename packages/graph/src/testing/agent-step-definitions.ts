import type { NodeDefinition } from '@runnel/contract'
import { agentAgentflow, llmAgentflow, startAgentflow } from './agent-definitions.ts'
import { makeAgentNode, option, updateState } from './make-agent-node.ts'

/** Branches by conditions, else the last. */
const conditionAgentflow = makeAgentNode({
  name: 'conditionAgentflow',
  label: 'Condition',
  color: '#FFB938',
  branches: { param: 'conditions', elseLabel: 'Else' },
  inputs: [
    {
      name: 'conditions',
      readAs: 'comparisons',
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
const customFunctionAgentflow = makeAgentNode({
  name: 'customFunctionAgentflow',
  label: 'Custom Function',
  version: 1.1,
  color: '#E4B7FF',
  effects: 'write',
  inputs: [
    {
      name: 'customFunctionInputVariables',
      readAs: 'codeVariables',
      label: 'Input Variables',
      type: 'array',
      optional: true,
      acceptVariable: true,
      array: [
        { name: 'variableName', label: 'Variable Name', type: 'string' },
        { name: 'variableValue', label: 'Variable Value', type: 'string', acceptVariable: true },
      ],
    },
    { name: 'customFunctionJavascriptFunction', readAs: 'code', label: 'Javascript Function', type: 'code' },
    updateState('customFunctionUpdateState'),
  ],
})

/** A fixed answer. */
const directReplyAgentflow = makeAgentNode({
  name: 'directReplyAgentflow',
  label: 'Direct Reply',
  color: '#4DDBBB',
  hideOutput: true,
  inputs: [{ name: 'directReplyMessage', label: 'Message', type: 'string', rows: 4, acceptVariable: true }],
})

/** A jump back. */
const loopAgentflow = makeAgentNode({
  name: 'loopAgentflow',
  jumpsTo: 'loopBackToNode',
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
const iterationAgentflow = makeAgentNode({
  name: 'iterationAgentflow',
  holdsNodes: true,
  label: 'Iteration',
  color: '#9C89B8',
  inputs: [{ name: 'iterationInput', label: 'Array Input', type: 'string', acceptVariable: true, rows: 4 }],
})

/** A question to a person. */
const humanInputAgentflow = makeAgentNode({
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
    { name: 'humanInputEnableFeedback', label: 'Enable Feedback', type: 'boolean', default: true },
  ],
  outputs: [
    { name: 'proceed', label: 'Proceed' },
    { name: 'reject', label: 'Reject' },
  ],
})

/** Note of the agent canvas. */
const stickyNoteAgentflow = makeAgentNode({
  name: 'stickyNoteAgentflow',
  label: 'Sticky Note',
  color: '#fee440',
  kind: 'note',
  hideInput: true,
  hideOutput: true,
  inputs: [{ name: 'note', readAs: 'note', label: '', type: 'string', optional: true }],
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
