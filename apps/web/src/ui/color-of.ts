import type { NodeMark } from '@runnel/contract'

const OTHER_COLOR = '#b8bedd'

/** The colour that marks a type of node. */
export function colorOf(definition: Pick<NodeMark, 'color'> | undefined): string {
  return definition?.color ?? OTHER_COLOR
}
