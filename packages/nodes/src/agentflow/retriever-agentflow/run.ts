import { type JsonObject, RunnelError } from '@runnel/contract'
import { type Document, type RunNode, readFilterParam, readSwitch, readText } from '@runnel/node-kit'
import { readKnowledge } from '../read-knowledge.ts'
import { mergeByRank } from './merge-by-rank.ts'

/** Looks into all chosen places, and puts out what was found as one text, best first. */
export const runRetriever: RunNode = async (context) => {
  const { node, values } = context
  const places = await readKnowledge(context, 'retriever')
  if (places.length === 0) {
    throw new RunnelError(
      'missing_component',
      `${node.label} has nowhere to look. Choose a place in the node.`,
    )
  }
  const query = readText(values, 'retrieverQuery') || context.input
  const filter = readFilterParam({ values, label: node.label }, 'retrieverMetadataFilter')
  const lists = await context.each(places, (place, call) =>
    call.retrieve(place.retriever, { query, ...joinFilters(filter, place.filter) }),
  )
  const documents = mergeByRank(lists).map(({ pageContent, metadata }) => ({ pageContent, metadata }))
  const content = write(documents, readText(values, 'outputFormat'))
  if (context.isLast) context.emitText(content)
  const isShown = readSwitch(values, 'returnSourceDocuments')
  const output = { content, ...(isShown && documents.length > 0 && { sourceDocuments: documents }) }
  return { input: { question: query }, output }
}

function write(documents: Document[], format: string): string {
  if (format !== 'textWithMetadata') return documents.map(({ pageContent }) => pageContent).join('\n')
  return JSON.stringify(documents)
}

/** What meets the filter of the step, and that of the place. */
function joinFilters(ofStep: JsonObject | undefined, ofPlace: JsonObject | undefined) {
  if (ofStep && ofPlace) return { filter: { $and: [ofStep, ofPlace] } }
  const filter = ofStep ?? ofPlace
  return filter && { filter }
}
