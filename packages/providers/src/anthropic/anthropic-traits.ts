/** What a model takes beyond what all of them take. */
export interface AnthropicTraits {
  /** Thinks as much as it finds right; older ones think within a budget. */
  adaptive: boolean
  /** Takes a wish for how hard it thinks. */
  effort: boolean
  /** Goes on with a last message of the assistant. */
  prefill: boolean
  /** Keeps to a JSON Schema by itself, without a forced tool. */
  schema: boolean
}

const UP_TO_FOUR_FIVE = /claude-(?:[23](?:-|$)|instant|(?:opus|sonnet|haiku)-4-(?:[015](?!\d)|20))/
const UP_TO_FOUR = /claude-(?:[23](?:-|$)|instant|(?:opus|sonnet|haiku)-4-(?:0(?!\d)|20))/

/** By the family in a model's name; a name of no known family counts as a new one. */
export function traitsOf(modelName: string): AnthropicTraits {
  const isOlder = UP_TO_FOUR_FIVE.test(modelName)
  return {
    adaptive: !isOlder,
    effort: !isOlder || modelName.includes('claude-opus-4-5'),
    prefill: isOlder,
    schema: !UP_TO_FOUR.test(modelName),
  }
}
