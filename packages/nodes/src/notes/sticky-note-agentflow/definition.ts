import { defineNode } from '@runnel/node-kit'

/** A note on the canvas of an agent flow. */
export const stickyNoteAgentflow = defineNode({
  definition: {
    name: 'stickyNoteAgentflow',
    label: 'Sticky Note',
    version: 1,
    type: 'StickyNote',
    icon: 'IconNote',
    category: 'Agent Flows',
    description: 'A note for people; it never runs',
    baseClasses: ['StickyNote'],
    kind: 'note',
    effects: 'none',
    canvas: 'agent',
    color: '#fee440',
    inputs: [
      {
        label: '',
        name: 'note',
        readAs: 'note',
        type: 'string',
        overridable: true,
        rows: 1,
        placeholder: 'Type something here',
        optional: true,
      },
    ],
  },
})
