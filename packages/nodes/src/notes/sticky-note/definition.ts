import { defineNode } from '@runnel/node-kit'

/** A note on the canvas of a chat flow. */
export const stickyNote = defineNode({
  definition: {
    name: 'stickyNote',
    label: 'Sticky Note',
    version: 2,
    type: 'StickyNote',
    icon: 'IconNote',
    category: 'Utilities',
    description: 'A note for people; it never runs',
    baseClasses: ['StickyNote'],
    kind: 'note',
    effects: 'none',
    tags: ['Utilities'],
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
