import {
  asShown,
  type Component,
  fillPromptValues,
  getModel,
  type ModelMessage,
  moderated,
  type StepContext,
} from '@runnel/node-kit'
import { describeAnswer } from '../answer-from-passages.ts'
import { chooseRoute } from '../choose-route.ts'

/** Lets the model choose a prompt, and answers by it; where none suits, the question alone is asked. */
export const runMultiPrompt = moderated(async (context) => {
  const model = getModel(context)
  const prompts = context
    .components('promptRetriever')
    .filter((component) => context.provides(component, 'prompt'))
  const { component, question, replies } = await chooseRoute(context, {
    model,
    components: prompts,
    kind: 'prompt',
  })
  const messages = await compose(context, component, question)
  const reply = await context.model(model, { messages }, { show: true })
  return { input: { messages: asShown(messages) }, output: describeAnswer(reply, replies) }
})

async function compose(
  context: StepContext,
  component: Component | undefined,
  question: string,
): Promise<ModelMessage[]> {
  if (!component) return [{ role: 'user', content: question }]
  const prompt = await (await context.capability(component, 'prompt'))(component, context)
  return prompt.format(fillPromptValues(prompt, question))
}
