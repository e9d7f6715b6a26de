import type { LoadOptions } from '@runnel/node-kit'

/** The nodes before this one, as `id-label`: what a jump goes back to. */
export const listPreviousNodes: LoadOptions = async ({ previousNodes }) =>
  previousNodes
    .filter(({ id }) => id !== '')
    .map(({ id, label }) => ({ name: `${id}-${label}`, label: label || id, description: id }))
