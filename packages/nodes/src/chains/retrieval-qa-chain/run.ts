import { getModel, getRetriever, moderated, PASSAGES_PROMPT } from '@runnel/node-kit'
import { answerFromPassages } from '../answer-from-passages.ts'

/** Finds passages for the question, and answers from them. */
export const runRetrievalQA = moderated(async (context) => {
  const model = getModel(context)
  const retriever = getRetriever(context, 'vectorStoreRetriever')
  const found = await context.retrieve(retriever, { query: context.input })
  const { output } = await answerFromPassages(context, { model, prompt: PASSAGES_PROMPT, found })
  return { input: { question: context.input }, output }
})
