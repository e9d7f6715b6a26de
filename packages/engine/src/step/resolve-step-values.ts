import { isParam, type JsonObject, type JsonValue } from '@runnel/contract'
import { readStepValue } from './build-components.ts'
import { createResolver } from './resolve-for-step.ts'
import { resolveValues } from './resolve-values.ts'
import type { StepRun } from './step-run.ts'

/** The values of a step, with params that value edges fill. */
export function resolveStepValues(stepRun: StepRun): JsonObject {
  const { node, definition } = stepRun.step
  const values = resolveValues({
    inputs: definition.inputs,
    values: node.values,
    overrides: stepRun.scope.input.overrides[node.id] ?? {},
    resolve: createResolver(stepRun),
  })
  return { ...values, ...readValueEdges(stepRun) }
}

/** Params without a text of their own take the result that is wired to them. */
function readValueEdges(stepRun: StepRun): JsonObject {
  const { node, definition, anchors } = stepRun.step
  const filled: [string, JsonValue][] = []
  for (const input of definition.inputs) {
    const source = anchors[input.name]?.find((candidate) => candidate.kind === 'step')
    if (!isParam(input) || !source || hasText(node.values[input.name])) continue
    filled.push([input.name, readStepValue(stepRun, source.nodeId, source.output)])
  }
  return Object.fromEntries(filled)
}

function hasText(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null && value !== ''
}
