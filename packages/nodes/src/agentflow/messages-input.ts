import type { InputDefinition } from '@runnel/contract'

/** The param with the author's own messages: rows of role and content. */
export function messagesInput(prefix: string): InputDefinition {
  return {
    label: 'Messages',
    name: `${prefix}Messages`,
    type: 'array',
    overridable: true,
    optional: true,
    acceptVariable: true,
    array: [
      {
        label: 'Role',
        name: 'role',
        type: 'options',
        options: [
          { label: 'System', name: 'system' },
          { label: 'Assistant', name: 'assistant' },
          { label: 'Developer', name: 'developer' },
          { label: 'User', name: 'user' },
        ],
      },
      { label: 'Content', name: 'content', type: 'string', acceptVariable: true, rows: 4 },
    ],
  }
}
