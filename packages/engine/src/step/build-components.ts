import { type JsonObject, type JsonValue, type NodeDefinition, RunnelError } from '@runnel/contract'
import type { PlanComponent, PlanInput } from '@runnel/graph'
import type { Component } from '@runnel/node-kit'
import { labelOf } from '../step-label.ts'
import { createResolver } from './resolve-for-step.ts'
import { resolveValues } from './resolve-values.ts'
import { findOutput } from './sight.ts'
import type { StepRun } from './step-run.ts'

/** Builds what is wired to the anchors of a step or of a component, in edge order. */
export async function buildAnchors(
  stepRun: StepRun,
  anchors: Record<string, PlanInput[]>,
): Promise<Record<string, Component[]>> {
  const built: Record<string, Component[]> = {}
  for (const [anchor, inputs] of Object.entries(anchors)) {
    const components: Component[] = []
    for (const input of inputs) components.push(await buildInput(stepRun, input))
    built[anchor] = components
  }
  return built
}

async function buildInput(stepRun: StepRun, input: PlanInput): Promise<Component> {
  if (input.kind === 'step')
    return { kind: 'value', value: readStepValue(stepRun, input.nodeId, input.output) }
  return buildPlanComponent(stepRun, input.component)
}

/** The value of an earlier step at a value edge: the named output, else its content. */
export function readStepValue(stepRun: StepRun, nodeId: string, output: string): JsonValue {
  const found = findOutput(stepRun.sight, nodeId)
  if (!found) return null
  return Object.hasOwn(found, output) ? (found[output] ?? null) : (found.content ?? found)
}

async function buildPlanComponent(stepRun: StepRun, component: PlanComponent): Promise<Component> {
  const { node, definition } = component
  const anchors = await buildAnchors(stepRun, component.anchors)
  const values = resolveValues({
    inputs: definition.inputs,
    values: node.values,
    overrides: stepRun.scope.input.overrides[node.id] ?? {},
    resolve: createResolver(stepRun),
  })
  return buildComponent(stepRun, {
    node: { id: node.id, type: node.type, label: node.label },
    definition,
    values,
    anchors,
    credentialId: node.credentials?.credential,
  })
}

/** What a component is built from. */
interface ComponentSources {
  node: { id: string; type: string; label: string }
  definition: NodeDefinition
  values: JsonObject
  anchors: Record<string, Component[]>
  credentialId: string | undefined
}

/** Builds one component; throws `missing_component` for a type without work. */
export async function buildComponent(stepRun: StepRun, sources: ComponentSources): Promise<Component> {
  const { scope } = stepRun
  const build = await scope.session.ports.loadBuild(sources.definition.name)
  if (!build) {
    throw new RunnelError(
      'missing_component',
      `"${labelOf(stepRun.step)}" uses "${sources.node.label}" (${sources.definition.name}), ` +
        'which this installation does not have. Choose another one.',
    )
  }
  const { node, values, anchors, credentialId } = sources
  return build({
    node,
    values,
    run: scope.input,
    components: (anchor) => anchors[anchor] ?? [],
    ...(credentialId !== undefined && credentialId !== '' && { credentialId }),
  })
}
