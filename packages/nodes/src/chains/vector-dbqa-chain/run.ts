import { RunnelError } from '@runnel/contract'
import { findComponent, getModel, moderated, PASSAGES_PROMPT } from '@runnel/node-kit'
import { answerFromPassages } from '../answer-from-passages.ts'

const LIMIT = 4

/** Looks through a store for the question, and answers from what it holds. */
export const runVectorDBQA = moderated(async (context) => {
  const model = getModel(context)
  const component = findComponent(context, 'vectorStore', 'vectorStore')
  if (!component)
    throw new RunnelError(
      'missing_component',
      `${context.node.label} has nowhere to look. Connect a vector store to it.`,
    )
  const store = await context.capability(component, 'vectorStore')
  const found = await store.search(component, { query: context.input, limit: LIMIT }, context)
  const { output } = await answerFromPassages(context, { model, prompt: PASSAGES_PROMPT, found })
  return { input: { question: context.input }, output }
})
