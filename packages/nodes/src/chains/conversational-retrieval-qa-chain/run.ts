import {
  asSources,
  type Component,
  findComponent,
  getModel,
  getRetriever,
  keepExchange,
  type ModelMessage,
  moderated,
  PASSAGES_PROMPT,
  REPHRASE_PROMPT,
  readSwitch,
  readText,
  recallMessages,
  rephraseQuestion,
  type StepContext,
  toModelMessages,
} from '@runnel/node-kit'
import { answerFromPassages } from '../answer-from-passages.ts'

/** Makes the question stand alone, finds passages for it, and answers from them. */
export const runConversationalRetrieval = moderated(async (context) => {
  const model = getModel(context)
  const retriever = getRetriever(context, 'vectorStoreRetriever')
  const memory = findComponent(context, 'memory', 'memory')
  const history = await recall(context, memory)
  const rephrased = await rephraseQuestion(context, {
    model,
    prompt: readText(context.values, 'rephrasePrompt') || REPHRASE_PROMPT,
    history,
  })
  const found = await context.retrieve(retriever, { query: rephrased.question })
  const { content, output } = await answerFromPassages(context, {
    model,
    prompt: readText(context.values, 'responsePrompt') || PASSAGES_PROMPT,
    found,
    history,
    earlier: rephrased.replies,
  })
  await keepExchange(context, memory, content)
  return {
    input: {
      question: context.input,
      ...(rephrased.replies.length > 0 && { rephrased: rephrased.question }),
    },
    output: {
      ...output,
      ...(readSwitch(context.values, 'returnSourceDocuments') && { sourceDocuments: asSources(found) }),
    },
  }
})

/** Without a memory the conversation of the chat is known, as in the reference. */
async function recall(context: StepContext, memory: Component | undefined): Promise<ModelMessage[]> {
  if (memory) return recallMessages(context, memory)
  return toModelMessages([...context.run.prependedHistory, ...context.run.pastHistory])
}
