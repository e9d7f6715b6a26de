import type { NodeDefinition, SpokenQuestion } from '@runnel/contract'
import type { PlanStep } from '@runnel/graph'
import { callTranscriber } from './calls/call-transcriber.ts'
import { toRunnelError } from './run-error.ts'
import { createGeneration } from './schedule/schedule-state.ts'
import type { Scope, ScopeEnd } from './scope.ts'
import { openStepRun, type StepRun } from './step/step-run.ts'
import { createSpeaker } from './streaming/speaker.ts'

/** No id of a node is written so in a path: what hangs here is nobody's but the run's. */
const NODE = '%question'
const SEGMENT = `${NODE}#0`

/** How far the hearing came: the walk through the plan may begin, or the run is over. */
type Heard = { scope: Scope; text: string } | { end: ScopeEnd }

/**
 * Writes down a question that was spoken, before any step runs: one journaled call. The steps see its text as the
 * question, as if it had been typed.
 */
export async function hearQuestion(scope: Scope, spoken: SpokenQuestion): Promise<Heard> {
  const { session, input } = scope
  const stepRun = openHearing(scope, spoken)
  const { path, signal, clock } = stepRun
  try {
    const frame = {
      stepRun,
      path,
      signal,
      clock,
      effects: 'read' as const,
      counts: new Map<string, number>(),
    }
    const text = (await callTranscriber(frame, componentOf(spoken), spoken.file.source)).trim()
    session.sink.emit({ type: 'question-heard', text })
    // What a call of this process came before can have been begun by no earlier owner.
    const followsNewCall = stepRun.generation.calledOut === true
    return { scope: { ...scope, followsNewCall, input: { ...input, question: text } }, text }
  } catch (error) {
    if (session.signal.aborted) return { end: { status: 'terminated', executed: [] } }
    const { id } = stepRun.step.node
    return { end: { status: 'failed', executed: [], error: toRunnelError(error), nodeId: id } }
  }
}

function componentOf({ by }: SpokenQuestion) {
  return { ...by, nodeId: NODE, output: by.type, anchors: {} }
}

/** A step of its own for the call to hang on; it is not listed, and speaks to nobody. */
function openHearing(scope: Scope, { by }: SpokenQuestion): StepRun {
  const definition: NodeDefinition = {
    name: by.type,
    label: by.label,
    version: 1,
    type: by.type,
    icon: '',
    category: '',
    description: '',
    baseClasses: [],
    kind: 'step',
    effects: 'read',
    inputs: [],
  }
  const step: PlanStep = {
    node: {
      id: NODE,
      type: by.type,
      typeVersion: 1,
      label: by.label,
      position: { x: 0, y: 0 },
      values: {},
      credentials: {},
    },
    definition,
    incoming: [],
    outgoing: [],
    anchors: {},
  }
  const generation = { ...createGeneration(step, { position: 0, number: 0 }), segment: SEGMENT }
  const speaker = createSpeaker({ path: SEGMENT, nodeId: NODE, show: undefined, isCertain: false })
  return openStepRun({ scope, generation, speaker, isLast: false })
}
