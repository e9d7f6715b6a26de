import {
  type Component,
  describeReply,
  describeUsage,
  type FoundDocument,
  fillPassages,
  type ModelMessage,
  type StepContext,
  sumUsage,
  type TimedReply,
  textOf,
} from '@runnel/node-kit'

/** What an answer is made from. */
interface Material {
  model: Component
  prompt: string
  found: FoundDocument[]
  /** What was asked; the step's input when not said. */
  question?: string
  history?: ModelMessage[]
  /** What the model said on the way here: it counts. */
  earlier?: TimedReply[]
}

/** Answers from passages, where readers see it; gives the step's output. */
export async function answerFromPassages(
  context: StepContext,
  { model, prompt, found, question = context.input, history = [], earlier = [] }: Material,
) {
  const messages: ModelMessage[] = [
    { role: 'system', content: fillPassages(prompt, found) },
    ...history,
    { role: 'user', content: question },
  ]
  const reply = await context.model(model, { messages }, { show: true })
  const content = textOf(reply.parts)
  return { content, output: describeAnswer(reply, earlier) }
}

/** A reply as the step's output, with the usage of all that led to it. */
export function describeAnswer(reply: TimedReply, earlier: readonly TimedReply[]) {
  const usage = describeUsage(sumUsage([...earlier, reply].map((each) => each.usage)))
  return { ...describeReply(reply, textOf(reply.parts)), usageMetadata: usage }
}
