import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import type { JsonObject } from '@runnel/contract'
import {
  type ModelMessage,
  type ModelRequest,
  type Part,
  partsOf,
  type ReasoningPart,
  textOf,
} from '@runnel/node-kit'
import { convertToSdkPrompt, type PromptWorld } from './convert-to-sdk-prompt.ts'
import { isClosedSchema } from './is-closed-schema.ts'
import { takesMedia, type VendorRules } from './vendor-rules.ts'

/** The tool by which a vendor without a way of its own gives an answer in fields. */
export const STRUCTURE_TOOL = 'give_answer'

/** What a node's values say of every call of its model: temperature, limits, options of the vendor. */
export type SdkSettings = Omit<
  LanguageModelV4CallOptions,
  'prompt' | 'tools' | 'toolChoice' | 'responseFormat' | 'abortSignal'
>

/** How requests of this model are written down. */
interface CallWorld extends PromptWorld {
  settings: SdkSettings
  idempotencyKey?: string
}

/** One call in the form of the AI SDK. */
export async function convertToSdkCall(
  request: ModelRequest,
  world: CallWorld,
  abortSignal: AbortSignal,
): Promise<LanguageModelV4CallOptions> {
  const { rules, settings } = world
  const messages =
    request.structure && rules.structure === 'words'
      ? [...request.messages, structureInWords(request.structure.schema)]
      : request.messages
  return {
    ...settings,
    prompt: await convertToSdkPrompt(fitMessages(messages, rules), {
      ...world,
      growsOn: isAskedAgain(request),
    }),
    abortSignal,
    ...nameOf(world),
    ...toolOptions(request, rules),
    ...formatOptions(request, rules),
  }
}

/** The name of the request, for a vendor that takes one. */
function nameOf({ rules: { idempotencyHeader }, settings, idempotencyKey }: CallWorld) {
  if (idempotencyHeader === undefined || idempotencyKey === undefined) return {}
  return { headers: { ...settings.headers, [idempotencyHeader]: idempotencyKey } }
}

/** A prompt with tools or with a conversation before it comes again, with more at its end. */
function isAskedAgain({ tools = [], vendorTools = [], messages }: ModelRequest): boolean {
  return tools.length + vendorTools.length > 0 || messages.some(({ role }) => role === 'assistant')
}

function toolOptions(request: ModelRequest, rules: VendorRules) {
  const { tools = [], vendorTools = [], toolChoice, structure } = request
  const asTool = structure && rules.structure === 'tool' ? [structureTool(structure)] : []
  const own = [...tools, ...asTool].map(({ name, description, inputSchema }) => ({
    type: 'function' as const,
    name,
    description,
    inputSchema,
    ...(isStrict({ name, inputSchema }, rules) ? { strict: true } : {}),
  }))
  const vendors = vendorTools.map(({ id, name, settings }) => ({
    type: 'provider' as const,
    id: id as `${string}.${string}`,
    name,
    args: settings,
  }))
  if (own.length + vendors.length === 0) return {}
  return { tools: [...own, ...vendors], ...choiceOf(asTool.length > 0, toolChoice) }
}

/** An answer in fields by a schema that a vendor would refuse as open is asked for as before. */
function isStrict(
  { name, inputSchema }: { name: string; inputSchema: JsonObject },
  rules: VendorRules,
): boolean {
  if (rules.strictTools === 'all') return true
  return rules.strictTools === 'answer' && name === STRUCTURE_TOOL && isClosedSchema(inputSchema)
}

function choiceOf(isForced: boolean, toolChoice: ModelRequest['toolChoice']) {
  if (isForced) return { toolChoice: { type: 'tool' as const, toolName: STRUCTURE_TOOL } }
  return toolChoice === undefined ? {} : { toolChoice: { type: toolChoice } }
}

function structureTool({ schema }: NonNullable<ModelRequest['structure']>) {
  return { name: STRUCTURE_TOOL, description: 'Gives the answer in its fields.', inputSchema: schema }
}

function formatOptions({ structure }: ModelRequest, rules: VendorRules) {
  if (!structure || rules.structure !== 'schema') return {}
  const { name, schema } = structure
  return { responseFormat: { type: 'json' as const, name, schema } }
}

/** The wish for JSON in words, for vendors that know neither schemas nor tools. */
function structureInWords(schema: JsonObject): ModelMessage {
  return {
    role: 'user',
    content: `Answer with one JSON object and nothing else. It must fit this JSON Schema:\n${JSON.stringify(schema)}`,
  }
}

const BEGINNING = '(The conversation begins.)'
const GO_ON = 'Go on.'

/**
 * Messages as a vendor takes them: without empty texts and what other vendors wrote for themselves, with system
 * messages where they may stand, roles in turn.
 */
export function fitMessages(messages: readonly ModelMessage[], rules: VendorRules): ModelMessage[] {
  const asked = messages.findLastIndex(({ role }) => role === 'user')
  const whole = messages
    .map((message, index) => (index < asked ? nameFiles(message, rules) : message))
    .map((message) => dropUnfit(message, rules))
    .filter((message) => !isEmpty(message))
  const placed = rules.lateSystem === 'hoist' ? hoistSystem(whole) : whole
  const begun = rules.beginsWithUser ? beginWithUser(placed) : placed
  const joined = rules.joinsRoles ? joinRoles(begun) : begun
  const last = joined.at(-1)
  if (!rules.endsWithUser || last?.role !== 'assistant' || isPaused(last)) return joined
  return [...joined, { role: 'user', content: GO_ON }]
}

/** Files of earlier turns that this model does not take are named: a conversation goes on with another model. */
function nameFiles(message: ModelMessage, rules: VendorRules): ModelMessage {
  if (message.role !== 'user' || typeof message.content === 'string') return message
  const content = message.content.map((part) =>
    part.type === 'file' && !part.asText && !takesMedia(rules, part.mediaType)
      ? { type: 'text' as const, text: `(a file was given here: ${part.name ?? part.mediaType})` }
      : part,
  )
  return { ...message, content }
}

/** Whether a vendor broke off among tools that it runs itself, to go on when asked again. */
function isPaused(message: ModelMessage): boolean {
  const last = partsOf(message).at(-1)
  return (last?.type === 'tool-call' || last?.type === 'tool-result') && last.builtIn === true
}

/** Takes out what no vendor wants, or only another one. */
function dropUnfit(message: ModelMessage, rules: VendorRules): ModelMessage {
  if (typeof message.content === 'string') return message
  if (message.role === 'user') {
    return { ...message, content: message.content.filter((part) => isWanted(part, rules)) }
  }
  if (message.role !== 'assistant') return message
  const { content } = message
  const kept = rules.returnsFiles ? content : content.filter(({ type }) => type !== 'file')
  return { ...message, content: kept.filter((part) => isWanted(part, rules)) }
}

function isWanted(part: Part, { namespace }: VendorRules): boolean {
  switch (part.type) {
    case 'text':
      return part.text.trim() !== ''
    case 'reasoning':
      return isOf(part, namespace)
    case 'tool-call':
    case 'tool-result':
      // What a vendor ran itself means nothing to another one; its text stays.
      return part.builtIn !== true || isOf(part, namespace)
    case 'source':
      return false
    case 'file':
      return true
    default:
      return part satisfies never
  }
}

/** Reasoning goes back only to whom it came from, signed as it came; a vendor's own calls likewise. */
function isOf({ vendor }: Pick<ReasoningPart, 'vendor'>, namespace: string): boolean {
  return vendor !== undefined && Object.hasOwn(vendor, namespace)
}

function isEmpty(message: ModelMessage): boolean {
  const parts = partsOf(message)
  return parts.length === 0 || (parts.every(({ type }) => type === 'text') && textOf(parts).trim() === '')
}

function hoistSystem(messages: ModelMessage[]): ModelMessage[] {
  const isSystem = ({ role }: ModelMessage) => role === 'system'
  return [...messages.filter(isSystem), ...messages.filter((message) => !isSystem(message))]
}

function beginWithUser(messages: ModelMessage[]): ModelMessage[] {
  const first = messages.findIndex(({ role }) => role !== 'system')
  if (first >= 0 && messages[first]?.role === 'user') return messages
  const at = first < 0 ? messages.length : first
  return [...messages.slice(0, at), { role: 'user', content: BEGINNING }, ...messages.slice(at)]
}

/** Joins neighbours of one role; a tool's results stand by themselves, as vendors count them apart. */
function joinRoles(messages: ModelMessage[]): ModelMessage[] {
  const joined: ModelMessage[] = []
  for (const message of messages) {
    const last = joined.at(-1)
    if (last && last.role === message.role) joined[joined.length - 1] = joinTwo(last, message)
    else joined.push(message)
  }
  return joined
}

function joinTwo(a: ModelMessage, b: ModelMessage): ModelMessage {
  if (typeof a.content === 'string' && typeof b.content === 'string') {
    return { ...a, content: `${a.content}\n\n${b.content}` } as ModelMessage
  }
  return { ...a, content: [...partsOf(a), ...partsOf(b)] } as ModelMessage
}
