import { type JsonObject, RunnelError } from '@runnel/contract'
import type { CallContext, Component, StepContext } from '@runnel/node-kit'
import { labelOf } from '../schedule/schedule-state.ts'
import type { CallFrame } from '../step/step-run.ts'

interface WiredStep {
  component: Component
  input: string
  inner(frame: CallFrame): CallContext
}

/** Runs the work of a step that is wired as a component. Not a record of its own: its calls are those of the frame. */
export async function runWired(
  frame: CallFrame,
  { component, input, inner }: WiredStep,
): Promise<JsonObject> {
  const { stepRun } = frame
  const { ports } = stepRun.scope.session
  const isStep = ports.findDefinition(component.type)?.kind === 'step'
  const run = isStep ? await ports.loadRun(component.type) : undefined
  if (!run)
    throw new RunnelError(
      'missing_component',
      `"${labelOf(stepRun.step)}" wants to run "${component.label}" (${component.type}), which is no chain or agent of this installation. Connect another one.`,
    )
  const { output } = await run(createWiredContext(component, input, inner(frame)))
  return output
}

/** The context of a step that is alone in the world: nothing came before it, nobody reads along. */
function createWiredContext(component: Component, input: string, call: CallContext): StepContext {
  const { nodeId: id, type, label, values, anchors } = component
  return {
    ...call,
    run: { ...call.run, pastHistory: [], prependedHistory: [] },
    model: (model, request) => call.model(model, request),
    node: { id, type, label },
    self: component,
    values,
    input,
    state: {},
    runHistory: [],
    executed: [],
    isFirst: true,
    isLast: false,
    components: (anchor) => anchors[anchor] ?? [],
    selected: (param) => anchors[param]?.[0],
    emitText: () => undefined,
    emitProgress: () => undefined,
    resolveWithOutput: (value) => value,
    runChildren: () =>
      Promise.reject(new RunnelError('step_failed', `"${label}" cannot run nodes inside of itself here.`)),
  }
}
