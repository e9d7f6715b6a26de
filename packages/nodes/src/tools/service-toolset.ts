import { isJsonObject, isRunnelError, type JsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import {
  type Authorise,
  addQuery,
  askServer,
  bearerOfAccount,
  type CallContext,
  type Component,
  type HttpRequest,
  type ToolOffer,
  type Toolset,
} from '@runnel/node-kit'
import { cutText } from './cut-text.ts'
import { createServiceArgs, type ServiceArgs } from './service-args.ts'
import type { ServiceAction, ServiceForm, ServiceGroup, ServiceParam } from './service-form.ts'

/** How a service is asked. */
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A request to a service, without secrets. */
export interface ServiceRequest {
  /** GET when not said. */
  method?: HttpMethod
  url: string
  query?: JsonObject
  json?: JsonObject
  /** Another body than JSON, with its type. */
  content?: { type: string; body: string }
  /** What comes is told as it is, whatever it is. */
  answersText?: true
}

/** What an action does: its request, and what the model is told of the answer, which is the answer itself when not said. */
export interface ServiceDoing {
  request(args: ServiceArgs, component: Component): ServiceRequest
  tell?(answer: JsonValue, args: ServiceArgs): string
  /** A second request, where the first one was only the beginning. */
  follow?(answer: JsonValue, args: ServiceArgs): ServiceRequest | undefined
}

/** The work of a service: one doing for each action of its form. */
export interface ServiceWork {
  label: string
  doings: Readonly<Record<string, ServiceDoing>>
  authorise?: Authorise
}

/** The tools of an outside service: one for each action that its author chose. */
export function serviceToolset(form: ServiceForm, work: ServiceWork): Toolset {
  return {
    list: ({ values }) => chosenActions(form, values).map((chosen) => describeAction(form, chosen, values)),
    async call(component, { tool, input }, call) {
      const chosen = chosenActions(form, component.values).find(({ name }) => toolName(form, name) === tool)
      const doing = chosen && work.doings[chosen.name]
      if (!chosen || !doing)
        throw new RunnelError('invalid_input', `${component.label} has no tool ${tool}. Call another one.`)
      const args = readArgs(form, chosen.action, { input, values: component.values })
      const { effects } = chosen.action
      const send = (request: ServiceRequest) =>
        ask(
          call,
          {
            ...toHttp(request),
            effects,
            authorise: { component, apply: work.authorise ?? bearerOfAccount },
          },
          { label: work.label, isText: request.answersText === true },
        )
      const answer = await send(doing.request(args, component))
      const second = doing.follow?.(answer, args)
      if (second) await send(second).catch((error: unknown) => throwHalf(error, tellAnswer(answer)))
      return { content: cutText(doing.tell?.(answer, args) ?? tellAnswer(answer)) || 'It is done.' }
    },
  }
}

interface ChosenAction {
  name: string
  action: ServiceAction
}

/** The actions that an author chose, of the kind of thing that they chose. */
function chosenActions({ choice, groups }: ServiceForm, values: JsonObject): ChosenAction[] {
  const offered = groups.filter(({ name }) => !choice || name === values[choice.param])
  return offered.flatMap((group) =>
    readChosen(values[group.param]).flatMap((name) => {
      const action = actionOf(group, name)
      return action ? [{ name: action.tool ?? name, action }] : []
    }),
  )
}

const actionOf = ({ actions }: ServiceGroup, name: string) =>
  Object.hasOwn(actions, name) ? actions[name] : undefined

/** A list, or its JSON text as saved flows hold it. */
function readChosen(value: JsonValue | undefined): string[] {
  const list = typeof value === 'string' ? parseList(value) : value
  const names = Array.isArray(list) ? list.filter((name) => typeof name === 'string') : []
  return [...new Set(names)]
}

function parseList(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return text.split(',').map((name) => name.trim())
  }
}

function toolName({ prefix }: ServiceForm, action: string): string {
  return `${prefix}_${action.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`
}

function describeAction(form: ServiceForm, { name, action }: ChosenAction, values: JsonObject): ToolOffer {
  const open = Object.entries(action.args).filter(([, param]) => !isFixed(values, param))
  const needs = (action.needs ?? []).filter((arg) => open.some(([openArg]) => openArg === arg))
  return {
    name: toolName(form, name),
    description: action.description,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(open.map(([arg, param]) => [arg, schemaOf(form.params[param])])),
      required: needs,
      additionalProperties: false,
    },
    effects: action.effects,
  }
}

/** What an author filled in is theirs to decide. */
function isFixed(values: JsonObject, param: string): boolean {
  const value = values[param]
  return value !== undefined && value !== null && value !== ''
}

function schemaOf(param: ServiceParam | undefined): JsonObject {
  const { type = 'string', description = '', options } = param ?? {}
  if (type === 'options')
    return { type: 'string', description, enum: (options ?? []).map(({ name }) => name) }
  return { type, description }
}

/** The arguments of a call: what the author fixed, and for the rest what the model says. */
function readArgs(
  { params }: ServiceForm,
  { args, needs = [] }: ServiceAction,
  { input, values }: { input: JsonValue; values: JsonObject },
): ServiceArgs {
  const said = isJsonObject(input) ? input : {}
  const pairs = Object.entries(args).map(([arg, param]) => {
    const value = isFixed(values, param) ? values[param] : said[arg]
    return [arg, { value: value ?? null, param: params[param] }] as const
  })
  return createServiceArgs(Object.fromEntries(pairs), needs)
}

function toHttp({ method = 'GET', url, query = {}, json, content }: ServiceRequest): HttpRequest {
  const body = json ? { type: 'application/json', body: JSON.stringify(json) } : content
  return {
    url: addQuery(url, query),
    method,
    headers: { accept: 'application/json', ...(body && { 'content-type': body.type }) },
    ...(body && { body: body.body }),
  }
}

async function ask(
  call: CallContext,
  request: HttpRequest,
  { label, isText }: { label: string; isText: boolean },
): Promise<JsonValue> {
  const { body, headers, isBase64 } = await askServer(call, request, { label })
  if (body.trim() === '') return null
  if (isText) {
    if (isBase64 !== true) return body
    return `[It is a file of type ${headers['content-type'] ?? 'unknown'}, which is no text.]`
  }
  try {
    const parsed: JsonValue = JSON.parse(body)
    return parsed
  } catch (cause) {
    throw new RunnelError('upstream_error', `${label} gave an answer that cannot be read.`, { cause })
  }
}

const LONGEST_BEGINNING = 500

/** A model that is not told that the first half was done would do it again. */
function throwHalf(cause: unknown, done: string): never {
  // Whatever else ends a call (a stop, a question to a person) goes its own way.
  if (!isRunnelError(cause) || cause.code !== 'upstream_error') throw cause
  throw new RunnelError(
    'upstream_error',
    `The first half was done, do not do it again: ${cutText(done, LONGEST_BEGINNING)}\nThe second half failed. ${cause.message}`,
    { cause },
  )
}

/** JSON without what is empty, for a model that pays by the character. */
function tellAnswer(answer: JsonValue): string {
  if (typeof answer === 'string') return answer
  return answer === null ? '' : JSON.stringify(answer)
}
