import { RunnelError } from '@runnel/contract'
import {
  asSources,
  type FoundDocument,
  findComponent,
  moderated,
  readNumber,
  readText,
  type StoreAnswer,
} from '@runnel/node-kit'

const USUAL_PIECES = 7

/** Hands the question to a store that answers by itself, and shows which pieces its answer names. */
export const runVectaraQA = moderated(async (context) => {
  const { values, node, input: question } = context
  const component = findComponent(context, 'vectaraStore', 'vectorStore')
  const store = component && (await context.capability(component, 'vectorStore'))
  if (!component || !store?.answer)
    throw new RunnelError(
      'missing_component',
      component
        ? `${component.label} does not answer by itself. Connect Vectara to ${node.label}, or ask this store with the VectorDB QA Chain.`
        : `${node.label} has nowhere to look. Connect Vectara to it, with its output as a vector store.`,
    )
  const answer = await store.answer(
    component,
    {
      query: question,
      writer: readText(values, 'summarizerPromptName'),
      language: readText(values, 'responseLang'),
      mostPieces: Math.max(1, Math.floor(readNumber(values, 'maxSummarizedResults') ?? USUAL_PIECES)),
    },
    context,
  )
  const { content, cited } = nameInOrder(answer)
  context.emitText(content)
  return { input: { question }, output: { content, sourceDocuments: asSources(cited) } }
})

/** The answer with its pieces numbered as they come up in it, and those pieces in that order; a number of no piece stays. */
function nameInOrder({ text, found }: StoreAnswer): { content: string; cited: FoundDocument[] } {
  const cited: FoundDocument[] = []
  const content = text.replaceAll(/\[(\d{1,3})\]/g, (mark, number: string) => {
    const piece = found[Number(number) - 1]
    if (!piece) return mark
    if (!cited.includes(piece)) cited.push(piece)
    return `[${cited.indexOf(piece) + 1}]`
  })
  return { content, cited }
}
