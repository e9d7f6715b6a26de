import { listChatModels } from '@runnel/node-kit'
import { agentStep } from '../agent-step.ts'
import { DEFAULT_PROMPT } from './default-prompt.ts'

/** Asks a person, and goes on as they answer. */
export const humanInputAgentflow = agentStep({
  definition: {
    name: 'humanInputAgentflow',
    label: 'Human Input',
    version: 1,
    type: 'HumanInput',
    icon: 'IconUserQuestion',
    description: 'Waits until a person lets the flow proceed or rejects, with feedback if they like',
    baseClasses: ['HumanInput'],
    effects: 'none',
    color: '#6E6EFD',
    inputs: [
      {
        label: 'Description Type',
        name: 'humanInputDescriptionType',
        type: 'options',
        options: [
          { label: 'Fixed', name: 'fixed', description: 'A text of yours' },
          { label: 'Dynamic', name: 'dynamic', description: 'A model writes what is to be decided' },
        ],
      },
      {
        label: 'Description',
        name: 'humanInputDescription',
        type: 'string',
        overridable: true,
        placeholder: 'Are you sure you want to proceed?',
        acceptVariable: true,
        rows: 4,
        show: { humanInputDescriptionType: 'fixed' },
      },
      {
        label: 'Model',
        name: 'humanInputModel',
        type: 'asyncOptions',
        loadMethod: 'listModels',
        loadConfig: true,
        show: { humanInputDescriptionType: 'dynamic' },
      },
      {
        label: 'Prompt',
        name: 'humanInputModelPrompt',
        type: 'string',
        overridable: true,
        default: DEFAULT_PROMPT,
        acceptVariable: true,
        rows: 4,
        show: { humanInputDescriptionType: 'dynamic' },
      },
      {
        label: 'Enable Feedback',
        name: 'humanInputEnableFeedback',
        type: 'boolean',
        overridable: true,
        default: true,
        description: 'The person may write words of their own with the answer',
      },
    ],
    outputs: [
      { label: 'Proceed', name: 'proceed' },
      { label: 'Reject', name: 'reject' },
    ],
  },
  run: async () => (await import('./run.ts')).runHumanInput,
  load: {
    listModels: async () => listChatModels,
  },
})
