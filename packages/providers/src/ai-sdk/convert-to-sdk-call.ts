import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import type { JsonObject } from '@runnel/contract'
import type { ModelMessage, ModelRequest } from '@runnel/node-kit'
import { convertToSdkPrompt, type PromptWorld } from './convert-to-sdk-prompt.ts'
import type { VendorRules } from './vendor-rules.ts'

/** The tool by which a vendor without a way of its own gives an answer in fields. */
export const STRUCTURE_TOOL = 'give_answer'

/** What a node's values say of every call of its model: temperature, limits, options of the vendor. */
export type SdkSettings = Omit<
  LanguageModelV4CallOptions,
  'prompt' | 'tools' | 'toolChoice' | 'responseFormat' | 'abortSignal'
>

/** How requests of this model are written down. */
export interface CallWorld extends PromptWorld {
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
    prompt: await convertToSdkPrompt(messages, { ...world, growsOn: isAskedAgain(request) }),
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
    ...(rules.strictTools ? { strict: true } : {}),
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
