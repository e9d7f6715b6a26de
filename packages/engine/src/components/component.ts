import {
  type Capability,
  type InputDefinition,
  isParam,
  type JsonObject,
  type JsonValue,
  type NodeDefinition,
  providedBy,
  RunnelError,
} from '@runnel/contract'
import { findReferences, type PlanComponent, type PlanInput } from '@runnel/graph'
import type { CallContext, Capabilities, Component, VendorContext } from '@runnel/node-kit'
import type { VendorCall } from '../engine-ports.ts'
import { labelOf } from '../schedule/schedule-state.ts'
import { findOutput } from '../step/sight.ts'
import type { StepRun } from '../step/step-run.ts'
import { createResolver, resolveValues } from './resolve-values.ts'
import { fileParamsOf, selectOfWired } from './select-component.ts'

/** What a step or a component works with, as data: its values, and the components at its anchors. */
interface ResolvedInputs {
  values: JsonObject
  anchors: Record<string, Component[]>
}

interface Inputs {
  nodeId: string
  definition: NodeDefinition
  values: JsonObject
  anchors: Record<string, PlanInput[]>
}

/**
 * Resolves the values of a step or of a component, and what is wired to it. An anchor for plain data, and a param
 * without a text of its own, take the result of the step that is wired to them, or the text that a component gives. A
 * text that the author wrote may name such a component: its text stands there.
 */
export async function resolveInputs(
  stepRun: StepRun,
  { nodeId, definition, values: own, anchors }: Inputs,
  call: CallContext,
): Promise<ResolvedInputs> {
  const texts = await readNamedTexts(stepRun, { nodeId, definition, values: own, anchors }, call)
  const values = resolveValues({
    inputs: definition.inputs,
    values: own,
    overrides: stepRun.scope.input.overrides[nodeId] ?? {},
    resolve: createResolver(stepRun, texts),
  })
  const resolved: ResolvedInputs = { values, anchors: {} }
  for (const [anchor, inputs] of Object.entries(anchors)) {
    const input = definition.inputs.find(({ name }) => name === anchor)
    if (isFilledByHand(input, own[anchor])) continue
    const filled = await resolveAnchor(stepRun, inputs, call)
    if (filled.components.length > 0) resolved.anchors[anchor] = filled.components
    if (filled.values.length === 0) continue
    values[anchor] = input?.list ? filled.values : (filled.values[0] ?? null)
  }
  return resolved
}

/** The texts of wired components that an author's own text names (`{{id.data.instance}}`), by the components' ids. */
async function readNamedTexts(
  stepRun: StepRun,
  { definition, values: own, anchors }: Inputs,
  call: CallContext,
): Promise<Map<string, JsonValue>> {
  const texts = new Map<string, JsonValue>()
  for (const [anchor, inputs] of Object.entries(anchors)) {
    const input = definition.inputs.find(({ name }) => name === anchor)
    const named = isFilledByHand(input, own[anchor]) ? findReferences(own[anchor]) : []
    for (const wired of inputs) {
      if (wired.kind === 'step' || !named.includes(wired.component.node.id)) continue
      const { values } = await resolveAnchor(stepRun, [wired], call)
      const [text] = values
      if (text !== undefined) texts.set(wired.component.node.id, text)
    }
  }
  return texts
}

async function resolveAnchor(
  stepRun: StepRun,
  inputs: PlanInput[],
  call: CallContext,
): Promise<{ components: Component[]; values: JsonValue[] }> {
  const components: Component[] = []
  const values: JsonValue[] = []
  for (const input of inputs) {
    if (input.kind === 'step') values.push(readStepValue(stepRun, input.nodeId, input.output))
    else {
      const component = await resolveComponent(stepRun, input.component, call)
      if (!provides(stepRun, component, 'text')) components.push(asEmbedder(stepRun, component))
      else values.push(await (await call.capability(component, 'text'))(component, call))
    }
  }
  return { components, values }
}

/** The value of an earlier step at a value edge: the named output, else its content. */
function readStepValue({ sight }: StepRun, nodeId: string, output: string): JsonValue {
  const found = findOutput(sight, nodeId)
  if (!found) return null
  return Object.hasOwn(found, output) ? (found[output] ?? null) : (found.content ?? found)
}

async function resolveComponent(
  stepRun: StepRun,
  { node, definition, output, anchors }: PlanComponent,
  call: CallContext,
): Promise<Component> {
  const { id: nodeId, type, label, values, credentials = {} } = node
  const resolved = await resolveInputs(stepRun, { nodeId, definition, values, anchors }, call)
  const chosen = selectOfWired(stepRun, node, { definition, values: resolved.values })
  return {
    nodeId,
    type,
    label,
    credentials,
    output,
    ...fileParamsOf(definition),
    values: resolved.values,
    anchors: { ...chosen, ...resolved.anchors },
  }
}

/**
 * What keeps the vectors of an embedder stands for that embedder, which has it at an anchor of its own then: whoever
 * embeds sees vendor, model and settings as they are. @throws RunnelError `missing_component` where it has none
 */
function asEmbedder(stepRun: StepRun, component: Component): Component {
  if (!provides(stepRun, component, 'embeddingCache')) return component
  const embedder = Object.values(component.anchors)
    .flat()
    .find((wired) => provides(stepRun, wired, 'embedder'))
  if (embedder) return { ...embedder, anchors: { embeddingCache: [component], ...embedder.anchors } }
  throw new RunnelError(
    'missing_component',
    `${component.label} has no embeddings whose vectors it could keep. Connect a node of that kind to it.`,
  )
}

/** A param with a value of its own keeps it, whatever is wired to it. */
function isFilledByHand(input: InputDefinition | undefined, value: JsonValue | undefined): boolean {
  const isField = input !== undefined && isParam(input)
  return isField && value !== undefined && value !== null && value !== ''
}

/** Whether a component provides something with its chosen output. */
export function provides({ scope }: StepRun, component: Component, capability: Capability): boolean {
  const definition = scope.session.ports.findDefinition(component.type)
  return providedBy(definition, component.output).includes(capability)
}

/** The file of a component's capability. @throws RunnelError `missing_component` when it does not provide it. */
export async function getCapability<Kind extends Capability>(
  stepRun: StepRun,
  component: Component,
  kind: Kind,
): Promise<Capabilities[Kind]> {
  const { ports } = stepRun.scope.session
  const found = provides(stepRun, component, kind)
    ? await ports.loadCapability(component.type, kind)
    : undefined
  if (found) return found
  const isKnown = ports.findDefinition(component.type) !== undefined
  throw new RunnelError(
    'missing_component',
    isKnown
      ? `"${labelOf(stepRun.step)}" needs a ${kind}, which "${component.label}" (${component.type}) is not. Connect another one.`
      : `"${labelOf(stepRun.step)}" uses "${component.label}" (${component.type}), which this installation does not have. Choose another one.`,
  )
}

type Opener = 'chatModel' | 'embedder'
type Opened<Kind extends Opener> = Awaited<ReturnType<Capabilities[Kind]>>

/** Something of a vendor's, ready to be called; `present` words its faults without secrets. */
export interface OpenedForCall<Value> {
  opened: Value
  vendor: VendorContext
  present<Reply>(work: () => Promise<Reply>): Promise<Reply>
}

/** Opens a model for one call: its credential is opened here, in the process that makes the call. */
export async function openForCall<Kind extends Opener>(
  stepRun: StepRun,
  component: Component,
  { kind, key }: { kind: Kind; key?: string },
): Promise<OpenedForCall<Opened<Kind>>> {
  const open = await getCapability(stepRun, component, kind)
  const { vendor, present } = await openVendor(stepRun, component, {
    kind,
    ...(key === undefined ? {} : { key }),
  })
  const opened = await present(() => open(component, vendor) as Promise<Opened<Kind>>)
  return { opened, vendor, present }
}

/** What a component's vendor code may use, for one call. */
export async function openVendor(
  stepRun: StepRun,
  component: Component,
  call: Omit<VendorCall, 'flowId' | 'signal'>,
): Promise<Pick<OpenedForCall<unknown>, 'vendor' | 'present'>> {
  const { session, input } = stepRun.scope
  const { signal } = stepRun
  const vendor = await session.ports.openVendor(component, { ...call, flowId: input.flowId, signal })
  return {
    vendor,
    async present(work) {
      try {
        return await work()
      } catch (error) {
        throw signal.aborted ? error : session.ports.presentFault(component, error)
      }
    },
  }
}
