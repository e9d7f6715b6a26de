import type { Component, StepContext } from '@runnel/node-kit'
import { createCallContext } from '../calls/call-context.ts'
import type { CallFrame } from '../calls/call-frame.ts'
import { runChildren } from '../calls/run-children.ts'
import { resolveInputs } from '../components/resolve-component.ts'
import { resolveWithOutput } from '../components/resolve-for-step.ts'
import { selectComponent } from '../components/select-component.ts'
import { readInputText } from './read-input-text.ts'
import { listExecuted } from './sight.ts'
import type { StepRun } from './step-run.ts'

/** What the node's own code gets: its values and components, and the ports of every call. */
export async function createStepContext(stepRun: StepRun): Promise<StepContext> {
  const { scope, step, sight, path, clock } = stepRun
  const { node, definition } = step
  const frame: CallFrame = { stepRun, path, clock, effects: definition.effects, counts: new Map() }
  const call = createCallContext(frame)
  const inputs = { nodeId: node.id, definition, values: node.values, anchors: step.anchors }
  const { values, anchors } = await resolveInputs(stepRun, inputs, call)
  const selected = new Map<string, Component | undefined>()
  return {
    ...call,
    node: { id: node.id, type: node.type, label: node.label },
    self: {
      nodeId: node.id,
      type: node.type,
      label: node.label,
      values,
      credentials: node.credentials ?? {},
      output: node.type,
      anchors,
    },
    values,
    input: readInputText(scope.input, sight),
    state: stepRun.stateBefore,
    runHistory: sight.history,
    get executed() {
      return listExecuted(sight)
    },
    isFirst: sight.history.length === 0,
    isLast: stepRun.isLast,
    components: (anchor) => anchors[anchor] ?? [],
    selected: (param) => {
      if (!selected.has(param)) selected.set(param, selectComponent(stepRun, param, values))
      return selected.get(param)
    },
    emitText: (text) => stepRun.speaker.say(text),
    resolveWithOutput: (value, output) => resolveWithOutput(stepRun, value, output),
    runChildren: (items, options) => runChildren(stepRun, items, options),
  }
}
