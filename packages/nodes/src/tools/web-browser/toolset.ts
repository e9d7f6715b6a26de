import { isJsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import {
  type CallContext,
  type Component,
  cosine,
  type ModelMessage,
  splitText,
  type Toolset,
  textOf,
} from '@runnel/node-kit'
import { cutText } from '../cut-text.ts'
import { readPageAddress } from '../page-address.ts'
import { readArgument } from '../read-argument.ts'
import { scrapePages } from '../scrape-pages.ts'

const PAGE = { bySitemap: false, maxDepth: 1, maxPages: 1, timeoutMs: 60_000 }
const PIECES = { size: 2_000, overlap: 200, separators: ['\n\n', '\n', '. ', ' '] }
/** How many pieces of a page the model is shown: those that are like what is looked for, or the first ones. */
const SHOWN = 4

/** One tool: it reads a page, and a model answers from the pieces that fit. */
export const webBrowserToolset: Toolset = {
  list: () => [
    {
      name: 'web-browser',
      description: 'Finds something on a page of the web, or sums the page up where nothing is looked for.',
      inputSchema: {
        type: 'object',
        properties: {
          url: { type: 'string', description: 'The address of the page, with https://' },
          task: { type: 'string', description: 'What to find on the page; leave it away for a summary' },
        },
        required: ['url'],
        additionalProperties: false,
      },
      effects: 'read',
    },
  ],
  async call(component, { input }, call) {
    const { address, task } = readInput(input)
    const [page] = await scrapePages(address, PAGE, call)
    const text = page && 'body_text' in page ? page.body_text : ''
    if (text.trim() === '') return { content: `${address.href} shows no text.` }
    const pieces = await choosePieces(text, task, { component, call })
    const messages: ModelMessage[] = [{ role: 'user', content: ask(address, task, pieces) }]
    const model = getWired(component, 'model', 'language model')
    const { parts } = await call.model(model, { messages })
    return { content: cutText(textOf(parts)) }
  },
}

/** Models also write the address alone, or both with a comma between, as the tool was once called. */
function readInput(input: JsonValue): { address: URL; task: string } {
  if (isJsonObject(input)) {
    const { task } = input
    return {
      address: readPageAddress(readArgument(input, 'url')),
      task: typeof task === 'string' ? task.trim() : '',
    }
  }
  const [url = '', ...task] = readArgument(input, 'url').split(',')
  return { address: readPageAddress(url.trim()), task: task.join(',').trim() }
}

async function choosePieces(
  text: string,
  task: string,
  { component, call }: { component: Component; call: CallContext },
): Promise<string[]> {
  const pieces = splitText(text, PIECES).map((piece) => piece.text)
  if (task === '' || pieces.length <= SHOWN) return pieces.slice(0, SHOWN)
  const embedder = getWired(component, 'embeddings', 'embeddings')
  const [wanted = [], ...vectors] = await call.embed(embedder, [task, ...pieces])
  const scored = pieces.map((piece, at) => ({ piece, at, score: cosine(wanted, vectors[at] ?? []) }))
  const best = scored.toSorted((a, b) => b.score - a.score).slice(0, SHOWN)
  return best.toSorted((a, b) => a.at - b.at).map(({ piece }) => piece)
}

function ask(address: URL, task: string, pieces: readonly string[]): string {
  const what = task === '' ? 'Sum this page up.' : `Find this on the page: ${task}`
  return `${what}\nAnswer from the text alone, and name addresses that lead further.\n\nText of ${address.href}:\n\n${pieces.join('\n\n')}`
}

function getWired({ anchors, label }: Component, anchor: string, name: string): Component {
  const [wired] = anchors[anchor] ?? []
  if (wired) return wired
  throw new RunnelError('missing_component', `${label} has no ${name}. Connect a node of that kind to it.`)
}
