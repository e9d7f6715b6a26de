import { isJsonObject } from '@runnel/contract'
import { readSwitch, readText, textAt, valueAt } from '@runnel/node-kit'
import { loadFromServer, readNeeded } from '../server-loader.ts'

/** The nodes of a file that are named, a document for each: as JSON. */
export const loadNodes = loadFromServer({
  label: 'Figma',
  authorise: ({ accessToken = '' }) => ({ headers: { 'x-figma-token': accessToken.trim() } }),
  first(component) {
    const key = encodeURIComponent(readNeeded(component, 'fileKey', 'file key'))
    const ids = readNeeded(component, 'nodeIds', 'node ids').replaceAll(/\s/g, '')
    const depth = readSwitch(component.values, 'recursive') ? '' : 1
    return { url: `https://api.figma.com/v1/files/${key}/nodes`, query: { ids, depth } }
  },
  read(answer, { component }) {
    const nodes = valueAt(answer, 'nodes')
    const source = `https://www.figma.com/file/${encodeURIComponent(readText(component.values, 'fileKey'))}`
    const documents = Object.values(isJsonObject(nodes) ? nodes : {}).flatMap((node) => {
      const document = valueAt(node, 'document')
      if (!isJsonObject(document)) return []
      const [id, name] = [textAt(document, 'id'), textAt(document, 'name')]
      return [{ pageContent: JSON.stringify(document), metadata: { source, id, name } }]
    })
    return { documents }
  },
})
