import type { InputDefinition } from '@runnel/contract'

const describeSizes = (unit: string): InputDefinition[] => [
  {
    label: 'Chunk Size',
    name: 'chunkSize',
    type: 'number',
    overridable: true,
    default: 1000,
    description: `How many ${unit} a piece has at most`,
    optional: true,
  },
  {
    label: 'Chunk Overlap',
    name: 'chunkOverlap',
    type: 'number',
    overridable: true,
    default: 200,
    description: `How many ${unit} of a piece stand at the beginning of the next one again`,
    optional: true,
  },
]

/** How long pieces are and how far they overlap, in characters. */
export const sizeInputs = describeSizes('characters')

/** The same in tokens. */
export const tokenSizeInputs = describeSizes('tokens')
