import {
  type Capability,
  type ChosenNode,
  CREDENTIAL_ID_KEY,
  type FlowNode,
  type InputDefinition,
  isJsonObject,
  isParam,
  type JsonObject,
  type JsonValue,
  type NodeDefinition,
  providedBy,
  RunnelError,
} from '@runnel/contract'
import type { Component } from '@runnel/node-kit'
import type { Catalogue } from '../catalogue.ts'

/** A node that was chosen in a store, with its definition and the output with which it is used. */
export interface ChosenComponent {
  chosen: ChosenNode
  definition: NodeDefinition
  output: string
  /** What is chosen in its params, by their names. */
  inside: Record<string, ChosenComponent>
}

/** The output with which a node provides something; undefined where none does. */
export function outputThatProvides(definition: NodeDefinition, capability: Capability): string | undefined {
  const names = definition.outputs?.map(({ name }) => name) ?? [definition.name]
  return names.find((output) => providedBy(definition, output).includes(capability))
}

/**
 * What was chosen, as something of which this installation knows that it can do its work.
 * @throws RunnelError `invalid_input` naming the field: no such node, one that does something else, a secret in a param
 */
export function checkChosen(
  catalogue: Catalogue,
  chosen: ChosenNode,
  { capability, path }: { capability: Capability; path: string },
): ChosenComponent {
  const definition = catalogue.find(chosen.name)
  if (!definition) throw refuse(path, `“${chosen.name}” is not in this installation. Choose another one.`)
  const output = outputThatProvides(definition, capability)
  if (output === undefined)
    throw refuse(path, `“${definition.label}” cannot be used here. Choose another one.`)
  const secret = definition.inputs.find(
    ({ type, name }) =>
      type === 'password' && typeof chosen.config[name] === 'string' && chosen.config[name] !== '',
  )
  if (secret) {
    throw refuse(
      `${path}.${secret.name}`,
      `${secret.label} is a secret: keep it as a credential, and choose that.`,
    )
  }
  return { chosen, definition, output, inside: checkInside(catalogue, { chosen, definition, path }) }
}

/** What is chosen in the params of a component: a chat model, as nothing else is chosen there. */
function checkInside(
  catalogue: Catalogue,
  { chosen, definition, path }: { chosen: ChosenNode; definition: NodeDefinition; path: string },
): Record<string, ChosenComponent> {
  const found = definition.inputs.flatMap(({ name, loadConfig }): [string, ChosenComponent][] => {
    const type = chosen.config[name]
    if (loadConfig !== true || typeof type !== 'string' || type === '') return []
    const settings = chosen.config[`${name}Config`]
    const config = isJsonObject(settings) ? settings : {}
    return [
      [
        name,
        checkChosen(catalogue, { name: type, config }, { capability: 'chatModel', path: `${path}.${name}` }),
      ],
    ]
  })
  return Object.fromEntries(found)
}

/** All that is chosen in a component and inside it, with its credentials. */
export function listChosen({ chosen, inside }: ChosenComponent): ChosenNode[] {
  return [chosen, ...Object.values(inside).flatMap(listChosen)]
}

/** The id of the credential in a config, in either spelling. */
export function credentialOf(config: JsonObject): string | undefined {
  const id = config[CREDENTIAL_ID_KEY] ?? config.credential
  return typeof id === 'string' && id !== '' ? id : undefined
}

/**
 * The values of a config, without the id of its credential. Parts of a store are named by its index alone, which may
 * read all of it: nobody brings one along.
 */
function valuesOf(config: JsonObject): JsonObject {
  const { [CREDENTIAL_ID_KEY]: _id, credential: _credential, part: _part, ...values } = config
  return values
}

/** As a node of a flow, as far as consents and histories look at it. */
export function asNode(
  id: string,
  { chosen, definition }: Pick<ChosenComponent, 'chosen' | 'definition'>,
): FlowNode {
  const credential = credentialOf(chosen.config)
  return {
    id,
    type: chosen.name,
    label: definition.label,
    position: { x: 0, y: 0 },
    values: valuesOf(chosen.config),
    ...(credential !== undefined && { credentials: { credential } }),
  }
}

/** What is kept of a store as nodes of a flow, as far as their types are in this installation. */
export function asNodes(
  catalogue: Catalogue,
  kept: Readonly<Record<string, ChosenNode | null | undefined>>,
): FlowNode[] {
  return Object.entries(kept).flatMap(([id, chosen]) => {
    const definition = chosen && catalogue.find(chosen.name)
    return definition ? [asNode(id, { chosen, definition })] : []
  })
}

/** As a component of a run, with defaults and what is wired to it. */
export function asComponent(
  nodeId: string,
  { chosen, definition, output, inside }: ChosenComponent,
  wired: readonly { component: Component; definition: NodeDefinition }[] = [],
): Component {
  const { label, inputs } = definition
  const credential = credentialOf(chosen.config)
  const defaults = inputs.flatMap(({ name, default: value }): [string, JsonValue][] =>
    value === undefined ? [] : [[name, value]],
  )
  const anchors: Record<string, Component[]> = Object.fromEntries(
    Object.entries(inside).map(([name, component]) => [name, [asComponent(nodeId, component)]]),
  )
  for (const { component, definition: other } of wired) {
    const anchor = findAnchor(inputs, other)
    if (anchor !== undefined) anchors[anchor] = [...(anchors[anchor] ?? []), component]
  }
  const fileParams = inputs.filter(({ type }) => type === 'file').map(({ name }) => name)
  return {
    nodeId,
    type: chosen.name,
    label,
    values: { ...Object.fromEntries(defaults), ...valuesOf(chosen.config) },
    ...(fileParams.length > 0 && { fileParams }),
    credentials: credential === undefined ? {} : { credential },
    output,
    anchors,
  }
}

/** The anchor at which a node takes another one; undefined where it takes none such. */
export function findAnchor(inputs: readonly InputDefinition[], other: NodeDefinition): string | undefined {
  const classes = new Set(
    (other.outputs ?? []).flatMap(({ baseClasses = [] }) => baseClasses).concat(other.baseClasses),
  )
  return inputs.find(
    (input) => !isParam(input) && input.type.split('|').some((type) => classes.has(type.trim())),
  )?.name
}

/** An error about one field of what was sent. */
export function refuse(path: string, message: string): RunnelError {
  return new RunnelError('invalid_input', message, { issues: [{ path, message }] })
}
