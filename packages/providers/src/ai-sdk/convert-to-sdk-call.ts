import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import type { ModelRequest } from '@runnel/node-kit'
import { convertToSdkPrompt, type PromptRules } from './convert-to-sdk-prompt.ts'

/** What a node's values say of every call of its model: temperature, limits, options of the vendor. */
export type SdkSettings = Omit<
  LanguageModelV4CallOptions,
  'prompt' | 'tools' | 'toolChoice' | 'responseFormat' | 'abortSignal'
>

/** How requests of this model are written down. */
export interface CallRules extends PromptRules {
  settings: SdkSettings
  /** Asks the vendor to keep to the schemas of tools word for word. */
  strictTools: boolean
}

/** One call in the form of the AI SDK. */
export function convertToSdkCall(
  request: ModelRequest,
  rules: CallRules,
  abortSignal: AbortSignal,
): LanguageModelV4CallOptions {
  return {
    ...rules.settings,
    prompt: convertToSdkPrompt(request.messages, rules),
    abortSignal,
    ...toolOptions(request, rules),
    ...formatOptions(request),
  }
}

function toolOptions({ tools, toolChoice }: ModelRequest, { strictTools }: CallRules) {
  if (!tools || tools.length === 0) return {}
  return {
    tools: tools.map(({ name, description, inputSchema }) => ({
      type: 'function' as const,
      name,
      description,
      inputSchema,
      ...(strictTools ? { strict: true } : {}),
    })),
    ...(toolChoice === undefined ? {} : { toolChoice: convertToolChoice(toolChoice) }),
  }
}

function convertToolChoice(choice: NonNullable<ModelRequest['toolChoice']>) {
  return typeof choice === 'string' ? { type: choice } : { type: 'tool' as const, toolName: choice.name }
}

function formatOptions({ responseFormat }: ModelRequest) {
  if (!responseFormat) return {}
  const { name, schema } = responseFormat
  return { responseFormat: { type: 'json' as const, name, schema } }
}
