import type { JsonObject, JsonValue, RunInput } from '@runnel/contract'
import type { Component, StepContext, StepModel, StepSandbox } from '@runnel/node-kit'
import { isFatal } from '../run-error.ts'
import { createStepModel } from '../sub-step/call-model.ts'
import { callTool } from '../sub-step/call-tool.ts'
import { createSandbox } from '../sub-step/run-code.ts'
import { readInputText } from './read-input-text.ts'
import { resolveWithOutput } from './resolve-for-step.ts'
import { resolveStepValues } from './resolve-step-values.ts'
import { selectComponent } from './select-component.ts'
import { listExecuted } from './sight.ts'
import type { StepRun } from './step-run.ts'

/** What the node's own code gets: its values and ports, nothing else of the world. */
export function createStepContext(stepRun: StepRun): StepContext {
  const { scope, step, sight, components } = stepRun
  const values = resolveStepValues(stepRun)
  const selected = new Map<string, Promise<Component | undefined>>()
  return {
    node: { id: step.node.id, type: step.node.type, label: step.node.label },
    values,
    input: readInputText(scope.input, sight),
    run: createRunView(stepRun),
    state: stepRun.stateBefore,
    runHistory: sight.history,
    get executed() {
      return listExecuted(sight)
    },
    isFirst: sight.history.length === 0,
    isLast: stepRun.isLast,
    signal: scope.signal,
    components: (anchor) => components[anchor] ?? [],
    selected: (param) => {
      const known = selected.get(param) ?? selectComponent(stepRun, param, values)
      selected.set(param, known)
      return known
    },
    model: (reference) => guardModel(stepRun, createStepModel(stepRun, reference)),
    sandbox: guardSandbox(
      stepRun,
      createSandbox(stepRun, { path: stepRun.path, repeatable: step.definition.effects !== 'write' }),
    ),
    callTool: (tool, input) => guard(stepRun, callTool(stepRun, tool, input)),
    emitText: (text) => stepRun.speaker.say(text),
    resolveWithOutput: (value, output) => resolveWithOutput(stepRun, value, output),
    ...(stepRun.subflowResult && { subflowResult: stepRun.subflowResult }),
    now: () => stepRun.clock,
  }
}

/** The run as this step sees it: only the step that was asked gets a person's answer, and only once. */
function createRunView(stepRun: StepRun): RunInput {
  const { scope, answered, interruptedCall, sight } = stepRun
  return {
    ...scope.input,
    ...(sight.forgetsHistory && { pastHistory: [] }),
    ...(answered && interruptedCall === undefined && { humanInput: answered.answer }),
  }
}

/** Remembers an error that ends the whole run, so that no node can swallow it. */
async function guard<Result>(stepRun: StepRun, work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (isFatal(error)) stepRun.fatal ??= error
    throw error
  }
}

function guardModel(stepRun: StepRun, model: StepModel): StepModel {
  return { call: (request, options) => guard(stepRun, model.call(request, options)) }
}

function guardSandbox(stepRun: StepRun, sandbox: StepSandbox): StepSandbox {
  return {
    run: (code: string, globals: JsonObject): Promise<JsonValue> =>
      guard(stepRun, sandbox.run(code, globals)),
  }
}
