import { isJsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import { type Component, readSwitch, readText, type ToolOffer, type Toolset } from '@runnel/node-kit'

const DEFAULT_NAME = 'retriever'
const MAX_NAME_LENGTH = 64

/** One tool: it looks into the retriever that is wired to it. */
export const retrieverToolset: Toolset = {
  list: (component) => [describe(component)],
  async call(component, { input }, call) {
    const found = await call.retrieve(getRetriever(component), { query: readQuery(input) })
    const content = found.map(({ pageContent }) => pageContent).join('\n\n')
    const sourceDocuments = found.map(({ pageContent, metadata }) => ({ pageContent, metadata }))
    return {
      content: content === '' ? 'Nothing was found.' : content,
      ...(readSwitch(component.values, 'returnSourceDocuments') && { sourceDocuments }),
    }
  },
}

function describe({ values }: Component): ToolOffer {
  return {
    name: toToolName(readText(values, 'name')),
    description: readText(values, 'description') || 'Finds documents by their meaning.',
    inputSchema: {
      type: 'object',
      properties: { input: { type: 'string', description: 'What to look for, in words of its own' } },
      required: ['input'],
      additionalProperties: false,
    },
    effects: 'read',
  }
}

function getRetriever({ label, anchors }: Component): Component {
  const [retriever] = anchors.retriever ?? []
  if (retriever) return retriever
  throw new RunnelError('missing_component', `${label} has nowhere to look. Connect a retriever to it.`)
}

function readQuery(input: JsonValue): string {
  const text = isJsonObject(input) ? (input.input ?? input) : input
  return typeof text === 'string' ? text : JSON.stringify(text)
}

/** Names that vendors take: small letters, digits, `_` and `-`, at most 64. */
function toToolName(name: string): string {
  const allowed = name
    .trim()
    .toLowerCase()
    .replaceAll(' ', '_')
    .replace(/[^a-z0-9_-]/g, '')
  return allowed.slice(0, MAX_NAME_LENGTH) || DEFAULT_NAME
}
