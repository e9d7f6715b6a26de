import { type JsonObject, RunnelError } from '@runnel/contract'
import {
  type Component,
  type FoundDocument,
  readFilterParam,
  readSwitch,
  readText,
  type Toolset,
} from '@runnel/node-kit'
import { cutText } from '../cut-text.ts'
import { readArgument } from '../read-argument.ts'
import { toToolName } from '../tool-name.ts'

/** More than any set of passages that a model is meant to see. */
const LONGEST_PASSAGES = 100_000

/** One tool: it gives the passages that fit what a model looks for. */
export const retrieverToolset: Toolset = {
  list: ({ values }) => [
    {
      name: toToolName(readText(values, 'name'), 'search_documents'),
      description: readText(values, 'description') || 'Searches documents, and gives the passages that fit.',
      inputSchema: {
        type: 'object',
        properties: { input: { type: 'string', description: 'What to look for' } },
        required: ['input'],
        additionalProperties: false,
      },
      effects: 'read',
    },
  ],
  async call(component, { input }, call) {
    const query = readArgument(input, 'input')
    const filter = readFilterParam(component, 'retrieverToolMetadataFilter')
    const found = await call.retrieve(getRetriever(component), { query, ...(filter && { filter }) })
    const documents = filter ? found.filter((document) => passes(document, filter)) : found
    const passages = documents.map(({ pageContent }) => pageContent).join('\n\n')
    const shown = readSwitch(component.values, 'returnSourceDocuments')
    return {
      content: passages === '' ? 'Nothing was found.' : cutText(passages, LONGEST_PASSAGES),
      ...(shown && {
        sourceDocuments: documents.map(({ pageContent, metadata }) => ({ pageContent, metadata })),
      }),
    }
  },
}

function getRetriever({ anchors, label }: Component): Component {
  const [retriever] = anchors.retriever ?? []
  if (retriever) return retriever
  throw new RunnelError(
    'missing_component',
    `${label} has nowhere to look. Connect a retriever, such as a vector store.`,
  )
}

/** Whoever knows no filters would give everything: plain values are looked at here, too; operators are the retriever's. */
function passes({ metadata }: FoundDocument, filter: JsonObject): boolean {
  return Object.entries(filter).every(([key, value]) => {
    if (key.startsWith('$') || typeof value === 'object') return true
    const own = metadata[key]
    return Array.isArray(own) ? own.includes(value) : own === value
  })
}
