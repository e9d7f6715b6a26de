import {
  CREDENTIAL_ID_KEY,
  type FlowNode,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type NodeDefinition,
  ROW_ID,
  RunnelError,
} from '@runnel/contract'
import type { Component } from '@runnel/node-kit'
import { labelOf } from '../schedule/schedule-state.ts'
import type { StepRun } from '../step/step-run.ts'
import { createResolver, resolveValues } from './resolve-values.ts'

/** How deep components may be chosen inside each other. */
const MAX_DEPTH = 5

/** A node of the flow in whose values components are chosen. */
type Owner = Pick<FlowNode, 'id' | 'values' | 'credentials'>

/**
 * The component that a `loadConfig` param names: its settings stand in `{param}Config` beside it, its credential in
 * `credentials[{param}Config]` of the node or inside the settings; what is chosen inside the settings stands at its
 * anchors. `path` may lead into rows by index (`agentTools[2].agentSelectedTool`). Undefined when none is chosen.
 */
export function selectComponent(stepRun: StepRun, path: string, values: JsonObject): Component | undefined {
  const owner = stepRun.step.node
  const place = findPlace(owner.values, values, path)
  return place && select(stepRun, owner, { ...place, depth: 1 })
}

/**
 * What is chosen in the params of a component that is wired, by the names of the params; a choice in a row by its path
 * (`agentTools[2].agentSelectedTool`).
 */
export function selectOfWired(
  stepRun: StepRun,
  owner: Owner,
  { definition, values }: { definition: NodeDefinition; values: JsonObject },
): Record<string, Component[]> {
  return selectInside(stepRun, owner, { definition, values, stored: owner.values, storedPath: '', depth: 0 })
}

function select(stepRun: StepRun, owner: Owner, place: ChoicePlace): Component | undefined {
  const type = place.holder[place.name]
  if (typeof type !== 'string' || type === '') return undefined
  const definition = stepRun.scope.session.ports.findDefinition(type)
  if (!definition) {
    throw new RunnelError(
      'missing_component',
      `"${labelOf(stepRun.step)}" chose "${type}", which this installation does not have. Choose another one.`,
    )
  }
  const config = place.holder[`${place.name}Config`]
  const settings = isJsonObject(config) ? config : {}
  const storedPath = `${place.storedPath}Config`
  const credential = findCredential(owner.credentials?.[storedPath], settings)
  const stored = withoutCredential(settings)
  const values = resolveValues({
    inputs: definition.inputs,
    values: stored,
    resolve: createResolver(stepRun),
  })
  return {
    nodeId: owner.id,
    type,
    label: definition.label,
    values,
    credentials: credential === undefined || credential === '' ? {} : { credential },
    output: outputOf(definition, settings),
    ...fileParamsOf(definition),
    anchors: selectInside(stepRun, owner, { definition, values, stored, storedPath, depth: place.depth }),
  }
}

interface Inside {
  definition: NodeDefinition
  values: JsonObject
  /** The values as they are kept: rows with their hidden ids. */
  stored: JsonObject
  storedPath: string
  depth: number
}

function selectInside(stepRun: StepRun, owner: Owner, inside: Inside): Record<string, Component[]> {
  const choices = inside.depth < MAX_DEPTH ? choicesOf(inside.definition) : []
  const chosen = choices.flatMap((choice) =>
    placesOf(choice, inside).flatMap(([path, place]): [string, Component[]][] => {
      const component = select(stepRun, owner, place)
      return component ? [[path, [component]]] : []
    }),
  )
  return Object.fromEntries(chosen)
}

/** The places at which a choice is made: one, or one in each row. */
function placesOf({ list, name }: Choice, inside: Inside): [string, ChoicePlace][] {
  const { values, stored, depth } = inside
  const prefix = inside.storedPath === '' ? '' : `${inside.storedPath}.`
  if (list === undefined)
    return [[name, { holder: values, name, storedPath: `${prefix}${name}`, depth: depth + 1 }]]
  const rows = values[list]
  if (!Array.isArray(rows)) return []
  return rows.flatMap((_row, index): [string, ChoicePlace][] => {
    const path = `${list}[${index}].${name}`
    const place = findPlace(stored, values, path)
    return place ? [[path, { ...place, storedPath: `${prefix}${place.storedPath}`, depth: depth + 1 }]] : []
  })
}

/** A param that names a component, perhaps in the rows of a list. */
interface Choice {
  list?: string
  name: string
}

/** Made once for each definition: most have none, and every component is looked at in every run. */
const knownChoices = new WeakMap<NodeDefinition, readonly Choice[]>()

function choicesOf(definition: NodeDefinition): readonly Choice[] {
  const known = knownChoices.get(definition)
  if (known) return known
  const choices = definition.inputs.flatMap(({ name, loadConfig, array = [] }): Choice[] => [
    ...(loadConfig === true ? [{ name }] : []),
    ...array.filter((field) => field.loadConfig === true).map((field) => ({ list: name, name: field.name })),
  ])
  knownChoices.set(definition, choices)
  return choices
}

function outputOf({ outputs, name }: NodeDefinition, { output }: JsonObject): string {
  const isOffered = outputs?.some((offered) => offered.name === output)
  return isOffered && typeof output === 'string' ? output : (outputs?.[0]?.name ?? name)
}

function withoutCredential(settings: JsonObject): JsonObject {
  const { [CREDENTIAL_ID_KEY]: _hidden, ...rest } = settings
  return rest
}

function findCredential(stored: string | undefined, settings: JsonObject): string | undefined {
  const inside = settings[CREDENTIAL_ID_KEY] ?? settings.credential
  return stored ?? (typeof inside === 'string' ? inside : undefined)
}

interface ChoicePlace extends ParamPlace {
  /** How deep the choice lies inside others. */
  depth: number
}

interface ParamPlace {
  /** The object that holds the param and its settings. */
  holder: JsonObject
  name: string
  /** The path as credentials are kept: rows by their hidden id. */
  storedPath: string
}

function findPlace(stored: JsonObject, resolved: JsonObject, path: string): ParamPlace | undefined {
  const row = /^([^.[\]]+)\[(\d{1,6})\]\.([^.[\]]+)$/.exec(path)
  if (!row) return { holder: resolved, name: path, storedPath: path }
  const [, list = '', index = '', name = ''] = row
  const holder = rowAt(resolved[list], Number(index))
  const storedRow = rowAt(stored[list], Number(index))
  const id = storedRow?.[ROW_ID]
  return holder && { holder, name, storedPath: `${list}[${typeof id === 'string' ? id : index}].${name}` }
}

function rowAt(list: JsonValue | undefined, index: number): JsonObject | undefined {
  const row = Array.isArray(list) ? list[index] : undefined
  return isJsonObject(row) ? row : undefined
}

/** Which params of a component hold files, as far as it has any, whether it needs one, and whether it asks servers. */
export function fileParamsOf({
  inputs,
  effects,
}: NodeDefinition): Pick<Component, 'fileParams' | 'needsFile' | 'storeParams' | 'readsOutside'> {
  const files = inputs.filter(({ type }) => type === 'file')
  const fileParams = files.map(({ name }) => name)
  const storeParams = inputs.filter(({ readAs }) => readAs === 'documentStore').map(({ name }) => name)
  return {
    ...(fileParams.length > 0 && { fileParams }),
    ...(files.some(({ optional }) => optional !== true) && { needsFile: true }),
    ...(storeParams.length > 0 && { storeParams }),
    ...(effects === 'read' && { readsOutside: true }),
  }
}
