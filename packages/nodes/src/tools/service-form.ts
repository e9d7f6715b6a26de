import type { CredentialDefinition, InputDefinition, NodeDefinition, ParamOption } from '@runnel/contract'
import { credentialInput } from '@runnel/node-kit'
import { toolDefinition } from './tool-definition.ts'

/** A param in which an author may fix an argument, so that a model does not decide it. */
export interface ServiceParam {
  label: string
  /** For the author and for the model. */
  description: string
  /** `string` when not said. */
  type?: 'string' | 'number' | 'boolean' | 'options'
  options?: ParamOption[]
  default?: string | number | boolean
  rows?: number
  namesNoHost?: true
}

/** One thing that a service does, which a model sees as one tool. */
export interface ServiceAction {
  /** What it is called among all actions of the service, where its name is not: `createCustomer` for `create`. */
  tool?: string
  /** For the model. */
  description: string
  effects: 'read' | 'write'
  /** Its arguments, each with the param that may fix it. */
  args: Readonly<Record<string, string>>
  /** Arguments without which it cannot be called. */
  needs?: readonly string[]
}

/** Actions on one kind of thing, chosen together. */
export interface ServiceGroup {
  name: string
  label: string
  /** The param in which the author chooses among its actions. */
  param: string
  actions: Readonly<Record<string, ServiceAction>>
}

/** An outside service as a tool: what it can do, and what its author may fix of it. */
export interface ServiceForm {
  /** Begins the names of its tools. */
  prefix: string
  /** The param in which the author chooses the kind of thing; absent where all kinds are offered at once. */
  choice?: { param: string; label: string }
  groups: readonly ServiceGroup[]
  params: Readonly<Record<string, ServiceParam>>
}

type OwnFacts = Pick<
  NodeDefinition,
  'name' | 'label' | 'version' | 'icon' | 'description' | 'baseClasses'
> & {
  /** Types of credentials that it takes; several where a server may want another kind of key. */
  credential: CredentialDefinition | CredentialDefinition[]
  /** Params before the choice, such as the address of an own server. */
  before?: InputDefinition[]
  sendsCredentialTo?: string[]
}

/** The definition of a tool that acts on an outside service. */
export function serviceDefinition(
  form: ServiceForm,
  { credential, before = [], ...own }: OwnFacts,
): NodeDefinition {
  return toolDefinition({
    ...own,
    type: own.baseClasses[0] ?? own.name,
    effects: 'write',
    credential: {
      ...credentialInput({ name: '' }),
      credentialNames: [credential].flat().map(({ name }) => name),
    },
    inputs: [...before, ...choiceInput(form), ...form.groups.map(actionsInput(form)), ...paramInputs(form)],
  })
}

function choiceInput({ choice, groups }: ServiceForm): InputDefinition[] {
  if (!choice) return []
  const options = groups.map(({ name, label }) => ({ name, label }))
  return [{ label: choice.label, name: choice.param, type: 'options', options, identifies: true }]
}

const actionsInput =
  ({ choice, groups }: ServiceForm) =>
  ({ name, label, param, actions }: ServiceGroup): InputDefinition => ({
    label: groups.length > 1 ? `${label} Actions` : 'Actions',
    name: param,
    type: 'multiOptions',
    description: 'What a model may do',
    options: Object.entries(actions).map(([action, { description }]) => ({
      name: action,
      label: titleOf(action),
      description,
    })),
    ...(choice ? { show: { [choice.param]: [name] } } : { optional: groups.length > 1 || undefined }),
  })

/** `listDrafts` → `List Drafts`. */
function titleOf(action: string): string {
  const words = action.replaceAll(/[A-Z]/g, (letter) => ` ${letter}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function paramInputs(form: ServiceForm): InputDefinition[] {
  return Object.entries(form.params).map(([name, { label, description, type = 'string', ...facts }]) => ({
    label,
    name,
    type,
    description: `${description}. Filled in, it is fixed; empty, the model decides`,
    ...facts,
    acceptVariable: type === 'string' || undefined,
    optional: true,
    additionalParams: true,
    show: showRule(form, name),
  }))
}

/** A param is shown with the actions that have it; one of several kinds of things with all of these. */
function showRule({ choice, groups }: ServiceForm, param: string): Record<string, string[]> {
  const users = groups
    .map((group) => ({
      group,
      actions: Object.entries(group.actions).flatMap(([action, { args }]) =>
        Object.values(args).includes(param) ? [action] : [],
      ),
    }))
    .filter(({ actions }) => actions.length > 0)
  const kinds = choice ? { [choice.param]: users.map(({ group }) => group.name) } : {}
  const [only, ...others] = users
  if (!only || others.length > 0) return kinds
  return { ...kinds, [only.group.param]: only.actions }
}
