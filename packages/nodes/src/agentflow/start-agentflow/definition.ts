import { defineNode } from '@runnel/node-kit'
import { formInputs } from './form-inputs.ts'
import { SCHEDULE, scheduleInputs } from './schedule-inputs.ts'
import { WEBHOOK, webhookInputs } from './webhook-inputs.ts'

/** Where an agent flow begins: what it takes, and the state that its nodes share. */
export const startAgentflow = defineNode({
  definition: {
    name: 'startAgentflow',
    label: 'Start',
    version: 1.4,
    type: 'Start',
    icon: 'IconPlayerPlay',
    category: 'Agent Flows',
    description: 'The first node of an agent flow: takes the question or the form and sets the flow state',
    baseClasses: ['Start'],
    kind: 'trigger',
    effects: 'none',
    canvas: 'agent',
    color: '#7EE787',
    hideInput: true,
    inputs: [
      {
        label: 'Input Type',
        name: 'startInputType',
        readAs: 'startInput',
        identifies: true,
        type: 'options',
        overridable: true,
        default: 'chatInput',
        options: [
          { label: 'Chat Input', name: 'chatInput', description: 'A conversation starts the flow' },
          { label: 'Form Input', name: 'formInput', description: 'A filled form starts the flow' },
          {
            label: 'Webhook',
            name: WEBHOOK,
            description: 'A call of a server starts the flow',
            comesLater: true,
          },
          { label: 'Schedule', name: SCHEDULE, description: 'A schedule starts the flow', comesLater: true },
        ],
      },
      ...formInputs,
      ...webhookInputs,
      ...scheduleInputs,
      {
        label: 'Ephemeral Memory',
        name: 'startEphemeralMemory',
        type: 'boolean',
        overridable: true,
        description: 'Every run begins without the messages of earlier runs',
        optional: true,
      },
      {
        label: 'Flow State',
        name: 'startState',
        readAs: 'state',
        type: 'array',
        overridable: true,
        description: 'Values that all nodes of a run can read and update',
        optional: true,
        array: [
          { label: 'Key', name: 'key', type: 'string', placeholder: 'topic' },
          { label: 'Value', name: 'value', type: 'string', placeholder: 'weather', optional: true },
        ],
      },
      {
        label: 'Persist State',
        name: 'startPersistState',
        readAs: 'persistsState',
        type: 'boolean',
        overridable: true,
        description: 'The next run of the same session goes on with the state of the last one',
        optional: true,
      },
    ],
  },
  run: async () => (await import('./run.ts')).runStart,
})
