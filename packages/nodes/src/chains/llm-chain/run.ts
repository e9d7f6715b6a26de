import { type JsonValue, RunnelError } from '@runnel/contract'
import {
  addInstructions,
  asShown,
  type Component,
  describeReply,
  describeUsage,
  fillPromptValues,
  findComponent,
  getModel,
  type ModelMessage,
  moderated,
  type Prompt,
  parseReply,
  type StepContext,
  sumUsage,
  textOf,
  type WiredParser,
} from '@runnel/node-kit'

/** The place in a prompt where its author wants the parser's instructions; without it they stand at the end. */
const INSTRUCTIONS = 'format_instructions'

/** Fills the prompt and asks the model once; a connected parser makes data of the answer. */
export const runLlmChain = moderated(async (context) => {
  const chosen = findComponent(context, 'prompt', 'prompt')
  if (!chosen) {
    throw new RunnelError('missing_component', `${context.node.label} has no prompt. Connect one to it.`)
  }
  const prompt = await (await context.capability(chosen, 'prompt'))(chosen, context)
  const model = getModel(context)
  const component = findComponent(context, 'outputParser', 'outputParser')
  if (component) {
    const parser = await context.capability(component, 'outputParser')
    return askForData(context, { prompt, model, wired: { component, parser } })
  }
  const messages = prompt.format(fillPromptValues(prompt, context.input))
  const reply = await context.model(model, { messages }, { show: true })
  return { input: { messages: asShown(messages) }, output: describeReply(reply, textOf(reply.parts)) }
})

async function askForData(
  context: StepContext,
  { prompt, model, wired }: { prompt: Prompt; model: Component; wired: WiredParser },
) {
  const messages = askInForm(prompt, context.input, wired.parser.instructions(wired.component))
  const reply = await context.model(model, { messages })
  const { value, replies } = await parseReply(context, reply, { ...wired, model })
  context.emitText(asText(value))
  return {
    input: { messages: asShown(messages) },
    output: {
      ...describeReply(reply, ''),
      usageMetadata: describeUsage(sumUsage(replies.map(({ usage }) => usage))),
      content: value,
    },
  }
}

function askInForm(prompt: Prompt, question: string, instructions: string): ModelMessage[] {
  if (!prompt.variables.includes(INSTRUCTIONS) || prompt.values[INSTRUCTIONS] !== undefined)
    return addInstructions(prompt.format(fillPromptValues(prompt, question)), instructions)
  const values = { ...prompt.values, [INSTRUCTIONS]: instructions }
  return prompt.format(fillPromptValues({ ...prompt, values }, question))
}

function asText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
