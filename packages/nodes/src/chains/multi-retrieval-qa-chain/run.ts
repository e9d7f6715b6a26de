import {
  asSources,
  getModel,
  moderated,
  PASSAGES_PROMPT,
  readSwitch,
  type StepContext,
} from '@runnel/node-kit'
import { answerFromPassages, describeAnswer } from '../answer-from-passages.ts'
import { chooseRoute } from '../choose-route.ts'

/** Lets the model choose a retriever, and answers from what it finds; where none suits, without any. */
export const runMultiRetrievalQA = moderated(async (context) => {
  const model = getModel(context)
  const retrievers = context
    .components('vectorStoreRetriever')
    .filter((component) => context.provides(component, 'retriever'))
  const { component, question, replies } = await chooseRoute(context, {
    model,
    components: retrievers,
    kind: 'retriever',
  })
  const input = { question: context.input, retriever: component?.label ?? 'none' }
  if (!component) {
    const reply = await context.model(
      model,
      { messages: [{ role: 'user', content: question }] },
      { show: true },
    )
    return { input, output: describeAnswer(reply, replies) }
  }
  const found = await context.retrieve(component, { query: question })
  const { output } = await answerFromPassages(context, {
    model,
    prompt: PASSAGES_PROMPT,
    found,
    question,
    earlier: replies,
  })
  return {
    input,
    output: { ...output, ...(returnsSources(context) && { sourceDocuments: asSources(found) }) },
  }
})

function returnsSources({ values }: StepContext): boolean {
  return readSwitch(values, 'returnSourceDocuments')
}
