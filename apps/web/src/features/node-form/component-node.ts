import {
  type ChosenNode,
  CREDENTIAL_ID_KEY,
  type FindDefinition,
  type FlowDocument,
  type FlowNode,
  type InputDefinition,
  isJsonObject,
  isParam,
  type JsonObject,
  type JsonValue,
  type NodeDefinition,
  type Problem,
} from '@runnel/contract'
import {
  applyDiff,
  defaultValues,
  initialValues,
  updateValues,
  type ValueChange,
  validateFlow,
  withoutRowIds,
  withRowIdsInValues,
} from '@runnel/graph'

const OWN_CREDENTIAL = 'credential'
const LACKS: ReadonlySet<string> = new Set(['param_missing', 'credential_missing'])
const emptyDocument: FlowDocument = { nodes: [], edges: [] }

/** A node that is drawn in no flow: chosen in a form, with what a new one of its type begins with. */
export function newComponent(definition: NodeDefinition): FlowNode {
  return makeNode(definition, initialValues(definition))
}

/** A component in place of another: what was set in that one, and can be set in both, is kept. */
export function swapComponent(
  before: FlowNode | undefined,
  definition: NodeDefinition,
  find: FindDefinition,
): FlowNode {
  const fresh = newComponent(definition)
  const old = before && find(before.type)
  if (before === undefined || old === undefined) return fresh
  const began = initialValues(old)
  const values = { ...fresh.values }
  for (const input of definition.inputs) {
    const { name } = input
    const value = before.values[name]
    const isSet = value !== undefined && value !== began[name]
    if (isSet && old.inputs.some((each) => canTakeFrom(input, each, value))) values[name] = value
  }
  return { ...fresh, values }
}

/** Whether a value of one param means the same in another: one of its own options, where it has some. */
function canTakeFrom(input: InputDefinition, from: InputDefinition, value: JsonValue): boolean {
  if (from.name !== input.name || from.type !== input.type) return false
  return input.options === undefined || input.options.some(({ name }) => name === value)
}

function makeNode({ name, label, version }: NodeDefinition, values: JsonObject): FlowNode {
  return { id: name, type: name, typeVersion: version, label, position: { x: 0, y: 0 }, values }
}

/** The same from what is stored; what is not among its values has the default of its type. */
export function readComponent(
  definition: NodeDefinition,
  config: JsonObject,
  find: FindDefinition,
): FlowNode {
  const credentials: Record<string, string> = {}
  const take = (place: string, { [CREDENTIAL_ID_KEY]: id, credential = id, ...own }: JsonObject) => {
    if (typeof credential === 'string' && credential !== '') credentials[place] = credential
    return own
  }
  const own = take(OWN_CREDENTIAL, config)
  for (const place of placesOfSettings(definition)) {
    const settings = own[place]
    if (isJsonObject(settings)) own[place] = take(place, settings)
  }
  const values = withRowIdsInValues({ ...defaultValues(definition), ...own }, definition.inputs, find)
  const node = makeNode(definition, values)
  return Object.keys(credentials).length > 0 ? { ...node, credentials } : node
}

/** Where the settings stand of what is chosen in the params of a component. */
function placesOfSettings({ inputs }: NodeDefinition): string[] {
  return inputs.filter(({ loadConfig }) => loadConfig === true).map(({ name }) => `${name}Config`)
}

/** As it is stored: its params, and its credentials by their ids, those of what is chosen in it beside its settings. */
export function writeComponent({ type, values, credentials = {} }: FlowNode): ChosenNode {
  const written = withoutRowIds(values)
  const config = isJsonObject(written) ? { ...written } : {}
  for (const [place, id] of Object.entries(credentials)) {
    const settings = config[place]
    if (place === OWN_CREDENTIAL) config[CREDENTIAL_ID_KEY] = id
    else if (isJsonObject(settings)) config[place] = { ...settings, [CREDENTIAL_ID_KEY]: id }
  }
  return { name: type, config }
}

/** The node after changes of its values. */
export function changeComponent(
  node: FlowNode,
  changes: readonly ValueChange[],
  find: FindDefinition,
): FlowNode {
  const document: FlowDocument = { ...emptyDocument, nodes: [node] }
  const [changed = node] = applyDiff(
    document,
    updateValues(document, find, { nodeId: node.id, changes }),
  ).nodes
  return changed
}

/** What it still lacks: params that must be filled in, a credential that must be chosen. */
export function checkComponent(node: FlowNode, find: FindDefinition): Problem[] {
  const ports = new Set(
    (find(node.type)?.inputs ?? []).filter((input) => !isParam(input)).map(({ name }) => name),
  )
  return validateFlow({ ...emptyDocument, nodes: [node] }, find).filter(
    ({ code, param }) => LACKS.has(code) && param !== undefined && !ports.has(param),
  )
}
