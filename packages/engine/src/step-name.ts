import type { PlanStep } from '@runnel/graph'

/** The label of a step's node, for messages and events. */
export function labelOf(step: PlanStep): string {
  return step.node.label === '' ? step.node.id : step.node.label
}

/** The path of a step. */
export function pathOf({ prefix }: { prefix: string }, { segment }: { segment: string }): string {
  return `${prefix}${segment}`
}

/** Ids up to this length stand in paths as a whole: a path is part of a key that databases limit. */
const LONGEST_NAME = 120
const KEPT_OF_LONG = 40

/** What has a meaning in paths, and what databases cannot keep: control characters and halves of surrogate pairs. */
const SPECIAL = /[%/#[\]\p{Cc}\p{Cs}]/gu

/** What nearly every id is: nothing to look for, nothing to cut. */
const ORDINARY = /^[\w.-]{1,120}$/

/** Which generation of which step; `position` is the step's place in its plan. */
interface NamedStep {
  nodeId: string
  position: number
  generation: number
}

/**
 * The segment of a path that names one generation of a step: `node#generation`. Ids come from imported files, so
 * anything may stand in them: special characters are written as `%2f` or `%ud800`; of a long id only the beginning
 * is kept, with the step's position in its plan (`%~7`). Ordinary ids stay as they are.
 */
export function stepSegment({ nodeId, position, generation }: NamedStep): string {
  if (ORDINARY.test(nodeId)) return `${nodeId}#${generation}`
  const name = escapeId(nodeId)
  if (name.length <= LONGEST_NAME) return `${name}#${generation}`
  return `${escapeId(nodeId.slice(0, KEPT_OF_LONG))}%~${position}#${generation}`
}

function escapeId(id: string): string {
  return id.replace(SPECIAL, (character) => {
    const code = character.charCodeAt(0)
    return code < 0x100 ? `%${code.toString(16).padStart(2, '0')}` : `%u${code.toString(16)}`
  })
}
