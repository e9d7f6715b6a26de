import type { PlacedPort } from './node-layout.ts'

const INPUT = 'in:'
const OUTPUT = 'out:'

/** Diameter of a port. */
export const PORT_SIZE = 12

/** The id of a port's handle in xyflow. */
export function handleId({ side, anchor }: Pick<PlacedPort, 'side' | 'anchor'>): string {
  return `${side === 'input' ? INPUT : OUTPUT}${anchor}`
}

/** The anchor behind the id of a handle. */
export function anchorOfHandle(id: string | null | undefined): string {
  if (!id) return ''
  return id.startsWith(INPUT) ? id.slice(INPUT.length) : id.slice(OUTPUT.length)
}
