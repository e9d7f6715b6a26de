/** A store of a text: each line is a piece. */
interface Library {
  name: string
  lines: readonly string[]
  /** Where its embeddings are made, and the id of the key for it. */
  basepath: string
  credential: string
}

/** A chatflow that holds nothing but vector stores, each of a text of its own. */
export function storesFlow(libraries: readonly Library[]) {
  const sides = libraries.map((library, number) => side(library, number))
  return { nodes: sides.flatMap(({ nodes }) => nodes), edges: sides.flatMap(({ edges }) => edges) }
}

type Place = [column: number, row: number]

function side({ name, lines, basepath, credential }: Library, number: number) {
  const node = ([type, label]: [type: string, label: string], [column, row]: Place, more: object) => {
    const id = `${type}_${number}`
    const position = { x: column * 340, y: number * 460 + row * 220 }
    return { id, type: 'customNode', position, data: { id, name: type, label, outputs: {}, ...more } }
  }
  const edge = (from: string, to: string, [input, type, output = from]: [string, string, string?]) => {
    const [source, target] = [`${from}_${number}`, `${to}_${number}`]
    const targetHandle = `${target}-input-${input}-${type}`
    const sourceHandle = `${source}-output-${output}-${type}`
    return { id: `${source}-${targetHandle}`, source, target, sourceHandle, targetHandle, type: 'buttonedge' }
  }
  const splitter = 'characterTextSplitter'
  const cut = { separator: '\n', chunkSize: 60, chunkOverlap: 0 }
  return {
    nodes: [
      node([splitter, `Splitter of ${name}`], [0, 0], { inputs: cut }),
      node(['plainText', `Text of ${name}`], [1, 0], { inputs: { text: lines.join('\n') } }),
      node(['openAIEmbeddings', `Embeddings of ${name}`], [1, 1], { inputs: { basepath }, credential }),
      node(['memoryVectorStore', name], [2, 0], { inputs: { topK: '1' } }),
    ],
    edges: [
      edge(splitter, 'plainText', ['textSplitter', 'TextSplitter']),
      edge('plainText', 'memoryVectorStore', ['document', 'Document', 'document']),
      edge('openAIEmbeddings', 'memoryVectorStore', ['embeddings', 'Embeddings']),
    ],
  }
}
