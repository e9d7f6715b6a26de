import { defineNode } from '@runnel/node-kit'

/** A tool that tells the time. */
export const currentDateTime = defineNode({
  definition: {
    name: 'currentDateTime',
    label: 'CurrentDateTime',
    version: 1,
    type: 'CurrentDateTime',
    icon: 'IconCalendarTime',
    category: 'Tools',
    color: '#d4a373',
    description: 'Tells the date, the day and the time',
    baseClasses: ['CurrentDateTime', 'Tool'],
    kind: 'component',
    effects: 'none',
    provides: ['toolset'],
    inputs: [],
  },
  provides: { toolset: async () => (await import('./toolset.ts')).currentDateTimeToolset },
})
