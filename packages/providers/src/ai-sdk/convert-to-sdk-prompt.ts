import type {
  LanguageModelV4FilePart,
  LanguageModelV4Prompt,
  LanguageModelV4ToolResultOutput,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider'
import { RunnelError, wrapDocument } from '@runnel/contract'
import type {
  FilePart,
  ModelMessage,
  Part,
  TextPart,
  ToolResultPart,
  VendorContext,
  VendorData,
} from '@runnel/node-kit'
import { takesMedia, type VendorRules } from './vendor-rules.ts'

type SdkMessage = LanguageModelV4Prompt[number]

/** What a conversion needs besides the messages. */
export interface PromptWorld {
  rules: VendorRules
  readFile: VendorContext['readFile']
  /** The prompt will be asked again with more at its end. */
  growsOn?: boolean
}

/** Messages that fit the vendor, in the form of the AI SDK; files are read here. */
export async function convertToSdkPrompt(
  messages: readonly ModelMessage[],
  world: PromptWorld,
): Promise<LanguageModelV4Prompt> {
  const converted: SdkMessage[] = []
  for (const message of messages) converted.push(await convertMessage(message, world))
  return world.rules.cachesPrompts && world.growsOn ? markForCache(converted, world.rules) : converted
}

async function convertMessage(message: ModelMessage, world: PromptWorld): Promise<SdkMessage> {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.content }
    case 'user':
      return { role: 'user', content: await userParts(message, world), ...named(message, world.rules) }
    case 'assistant':
      return {
        role: 'assistant',
        content: await assistantParts(message.content, world),
        ...named(message, world.rules),
      }
    case 'tool': {
      const content = await Promise.all(message.content.map((part) => resultPart(part, world)))
      return { role: 'tool', content }
    }
    default:
      return message satisfies never
  }
}

async function userParts({ content }: Extract<ModelMessage, { role: 'user' }>, world: PromptWorld) {
  if (typeof content === 'string') return [{ type: 'text' as const, text: content }]
  return Promise.all(content.map((part) => textOrFile(part, world)))
}

async function textOrFile(part: TextPart | FilePart, world: PromptWorld) {
  if (part.type === 'text') return { type: 'text' as const, text: part.text, ...optionsOf(part, world.rules) }
  return part.asText ? documentPart(part, world) : filePart(part, world)
}

/** A document of an earlier question, as it stood before that. */
async function documentPart({ source, name = '' }: FilePart, { readFile }: PromptWorld) {
  const bytes = 'base64' in source ? Uint8Array.fromBase64(source.base64) : await readFile(source)
  return { type: 'text' as const, text: wrapDocument(name, new TextDecoder().decode(bytes)) }
}

async function assistantParts(content: string | Part[], world: PromptWorld) {
  if (typeof content === 'string') return [{ type: 'text' as const, text: content }]
  const parts = await Promise.all(content.map((part) => assistantPart(part, world)))
  return parts.filter((part) => part !== undefined)
}

async function assistantPart(part: Part, world: PromptWorld) {
  const options = optionsOf(part, world.rules)
  switch (part.type) {
    case 'text':
      return { type: 'text' as const, text: part.text, ...options }
    case 'reasoning':
      return { type: 'reasoning' as const, text: part.text, ...options }
    case 'tool-call': {
      const { id: toolCallId, name: toolName, input, builtIn } = part
      const own = builtIn ? { providerExecuted: true } : {}
      return { type: 'tool-call' as const, toolCallId, toolName, input, ...own, ...options }
    }
    case 'tool-result':
      return resultPart(part, world)
    case 'file':
      // The model made it: nobody has to let it through.
      return filePart(part, { ...world, rules: { ...world.rules, mediaTypes: [part.mediaType] } })
    case 'source':
      return undefined
    default:
      return part satisfies never
  }
}

async function filePart(part: FilePart, { rules, readFile }: PromptWorld): Promise<LanguageModelV4FilePart> {
  const { mediaType, name, source } = part
  if (!takesMedia(rules, mediaType)) {
    throw new RunnelError(
      'invalid_input',
      `This model does not take ${describeMedia(mediaType)}. ${adviseMedia(rules, mediaType)}`,
    )
  }
  const shared = { type: 'file' as const, mediaType, ...(name === undefined ? {} : { filename: name }) }
  const options = optionsOf(part, rules)
  // Most vendors fetch what is encrypted on its way; the rest is fetched here.
  if (rules.takesAddresses && 'url' in source && source.url.startsWith('https:')) {
    return { ...shared, data: { type: 'url', url: new URL(source.url) }, ...options }
  }
  const data = 'base64' in source ? source.base64 : await readFile(source)
  if (mediaType.startsWith('text/')) {
    const bytes = typeof data === 'string' ? Uint8Array.fromBase64(data) : data
    return { ...shared, data: { type: 'text', text: new TextDecoder().decode(bytes) }, ...options }
  }
  return { ...shared, data: { type: 'data', data }, ...options }
}

const isSound = (mediaType: string) => mediaType.startsWith('audio/')

function adviseMedia({ mediaTypes, mediaAdvice, soundAdvice }: VendorRules, mediaType: string): string {
  if (!isSound(mediaType)) return mediaAdvice
  const heard = mediaTypes.filter(isSound)
  return heard.length === 0 ? soundAdvice : `It hears ${heard.join(', ')}.`
}

function describeMedia(mediaType: string): string {
  return mediaType.startsWith('image/') ? 'images' : `files of type ${mediaType}`
}

async function resultPart(part: ToolResultPart, world: PromptWorld) {
  const { id: toolCallId, name: toolName } = part
  const output = await resultOutput(part, world)
  return { type: 'tool-result' as const, toolCallId, toolName, output, ...optionsOf(part, world.rules) }
}

async function resultOutput(
  { content, isError }: ToolResultPart,
  world: PromptWorld,
): Promise<LanguageModelV4ToolResultOutput> {
  if (typeof content === 'string') return { type: isError ? 'error-text' : 'text', value: content }
  if ('json' in content) return { type: isError ? 'error-json' : 'json', value: content.json }
  const value = await Promise.all(content.map((part) => textOrFile(part, world)))
  return { type: 'content', value }
}

/** What the vendor wrote for itself goes back to it unread; what another wrote stays here. */
function optionsOf({ vendor }: { vendor?: VendorData }, { namespace }: VendorRules) {
  const own = vendor?.[namespace]
  return own === undefined ? {} : { providerOptions: { [namespace]: own } as SharedV4ProviderOptions }
}

/** Vendors refuse names with spaces and a few marks, and long ones. */
function named({ name }: { name?: string }, { namespace, sendsNames }: VendorRules) {
  const fit = sendsNames ? name?.replace(/[^\w-]+/g, '_').slice(0, 64) : undefined
  return fit ? { providerOptions: { [namespace]: { name: fit } } } : {}
}

/**
 * A conversation is asked again with more at its end: the vendor keeps what stands before the last system message's end
 * and before the end of what the model is given last.
 */
function markForCache(messages: SdkMessage[], { namespace }: VendorRules): SdkMessage[] {
  const lastSystem = messages.findLastIndex(({ role }) => role === 'system')
  const lastGiven = messages.findLastIndex(({ role }) => role === 'user' || role === 'tool')
  const marked = new Set([lastSystem, lastGiven])
  const mark = { cacheControl: { type: 'ephemeral' } }
  return messages.map((message, index) => {
    if (!marked.has(index)) return message
    const options = message.providerOptions ?? {}
    return { ...message, providerOptions: { ...options, [namespace]: { ...options[namespace], ...mark } } }
  })
}
