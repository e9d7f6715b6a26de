import type { InputDefinition } from '@runnel/contract'
import { foreignAddressInput } from '@runnel/node-kit'

/** What a tool that runs a flow asks its author, besides which flow. */
export const flowToolInputs: InputDefinition[] = [
  { label: 'Tool Name', name: 'name', type: 'string', placeholder: 'ask_the_handbook' },
  {
    label: 'Tool Description',
    name: 'description',
    type: 'string',
    description: 'What the tool does: the model decides by it when to call it',
    rows: 3,
    placeholder: 'Answers questions about the handbook. The input is one full question.',
  },
  {
    label: 'Return Direct',
    name: 'returnDirect',
    type: 'boolean',
    description: 'The answer of the flow is the answer of the agent, when it is the only tool called',
    optional: true,
  },
  {
    label: 'Override Config',
    name: 'overrideConfig',
    type: 'json',
    description: 'Values for params of the flow that its author lets callers set',
    optional: true,
    acceptVariable: true,
    additionalParams: true,
  },
  foreignAddressInput('baseURL'),
  {
    label: 'Start new session per message',
    name: 'startNewSession',
    type: 'boolean',
    default: false,
    description: 'The flow does not see what it was asked before in this conversation',
    optional: true,
    additionalParams: true,
  },
  {
    label: 'Use Question from Chat',
    name: 'useQuestionFromChat',
    type: 'boolean',
    description: 'The flow is asked what the chat was asked, instead of what the model writes',
    optional: true,
    additionalParams: true,
  },
  {
    label: 'Custom Input',
    name: 'customInput',
    type: 'string',
    description: 'The flow is asked this, instead of what the model writes',
    optional: true,
    additionalParams: true,
  },
]
