import type { RunView } from '@runnel/client'
import { isJsonObject, type Part, readReasonContent, reasoningOf } from '@runnel/contract'

/** What a model thought, as it is shown. */
export interface Thoughts {
  text: string
  /** Absent where nobody measured it. */
  seconds?: number
  /** It still thinks. */
  isGrowing?: boolean
}

/** The thoughts of a run so far: of all steps that are heard, in the order in which they began. */
export function thoughtsOfView({ reasoning, steps, status }: RunView): Thoughts | undefined {
  const told = reasoning.filter(({ text }) => text !== '')
  if (told.length === 0) return undefined
  const isAtWork = (path: string) => steps.some((step) => step.path === path && step.state === 'running')
  const isGrowing = status === 'running' && told.some(({ isOver, path }) => !isOver && isAtWork(path))
  const seconds = told.flatMap((thought) => (thought.seconds === undefined ? [] : [thought.seconds]))
  return {
    text: told.map(({ text }) => text).join('\n\n'),
    ...(seconds.length > 0 && { seconds: seconds.reduce((sum, each) => sum + each, 0) }),
    ...(isGrowing && { isGrowing }),
  }
}

/** Thoughts as a message or a step keeps them. */
export function readThoughts(reasonContent: unknown): Thoughts | undefined {
  const read = readReasonContent(reasonContent)
  if (!read) return undefined
  const { thinking: text, thinkingDuration: seconds } = read
  return { text, ...(seconds !== undefined && { seconds }) }
}

/** The thoughts among what a step, or one call of a model, gave. */
export function findThoughts(output: unknown): Thoughts | undefined {
  if (!isJsonObject(output)) return undefined
  if (isJsonObject(output.output)) return readThoughts(output.output.reasonContent)
  const { parts, thinkingMs } = output
  if (!Array.isArray(parts)) return readThoughts(output.reasonContent)
  const text = reasoningOf(parts.filter(isJsonObject) as unknown as Part[])
  if (text === '') return undefined
  return { text, ...(typeof thinkingMs === 'number' && { seconds: thinkingMs / 1000 }) }
}
