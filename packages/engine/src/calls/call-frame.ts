import type { NodeEffects } from '@runnel/contract'
import type { StepRun } from '../step/step-run.ts'

/** Where calls hang in the journal: a step, or a call inside which they are made. Each call has the next free place. */
export interface CallFrame {
  stepRun: StepRun
  path: string
  /** Milliseconds since 1970, journaled. */
  clock: number
  /** What calls count as that do not tell themselves. */
  effects: NodeEffects
  /** How many calls of each kind were made, by the letter of their segments. */
  counts: Map<string, number>
}

/** A frame for calls inside a call. */
export function openFrame(outer: CallFrame, inner: Pick<CallFrame, 'path' | 'clock' | 'effects'>): CallFrame {
  return { stepRun: outer.stepRun, counts: new Map(), ...inner }
}

/** The path of the next call with this letter. */
export function nextPath(frame: CallFrame, letter: string): string {
  const count = frame.counts.get(letter) ?? 0
  frame.counts.set(letter, count + 1)
  return `${frame.path}/${letter}${count}`
}

/** Whether calls of this frame are the step's own: only those speak for it. */
export function isStepFrame({ path, stepRun }: CallFrame): boolean {
  return path === stepRun.path
}
