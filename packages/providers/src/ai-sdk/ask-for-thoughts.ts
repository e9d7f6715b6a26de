import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import type { JsonObject } from '@runnel/contract'
import { readSwitch, readText } from '@runnel/node-kit'

/** How a node wants its model to think: how hard, and in which summary it tells of it. Empty where nothing is chosen. */
export interface ThoughtWishes {
  effort: string
  summary: string
}

/**
 * What an author chose of a model's thoughts; undefined where nothing is chosen. OpenAI tells them by its Responses API
 * alone: chat completions think, and say nothing of it.
 */
export function readThoughtWishes(values: JsonObject): ThoughtWishes | undefined {
  if (!readSwitch(values, 'reasoning')) return undefined
  const wishes = {
    effort: readText(values, 'reasoningEffort'),
    summary: readText(values, 'reasoningSummary'),
  }
  return wishes.effort === '' && wishes.summary === '' ? undefined : wishes
}

/**
 * A call by which the model tells its thoughts. The vendor keeps nothing of it: thoughts come encrypted, and go back so
 * with the next turn of a tool. Where it runs tools of its own it keeps the answer, as their items go back by name.
 */
export function askForThoughts(
  options: LanguageModelV4CallOptions,
  { summary }: ThoughtWishes,
): LanguageModelV4CallOptions {
  const runsTools = options.tools?.some(({ type }) => type === 'provider') ?? false
  // Without a word of ours the SDK asks for a summary by itself, which OpenAI denies to accounts that are not verified.
  const told = summary === '' ? (runsTools ? {} : { reasoningSummary: null }) : { reasoningSummary: summary }
  const { providerOptions } = options
  return {
    ...options,
    providerOptions: {
      ...providerOptions,
      openai: { ...providerOptions?.openai, ...told, ...(runsTools ? {} : { store: false }) },
    },
  }
}
