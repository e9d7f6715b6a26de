import type { Plugin } from 'rolldown'
import { buildServer } from './build/build-server.ts'
import { REPOSITORY_ROOT } from './repository-root.ts'

/**
 * Builds the server into a folder with a catalogue of so many types, for the bench:
 * `build-with-many-types.ts FOLDER COUNT`. The types beside the product's own are these again, under other names.
 */
const [folder, text] = process.argv.slice(2)
const count = Number(text)
if (folder === undefined || !Number.isInteger(count)) throw new Error('Name a folder and a number of types.')

const CATALOGUE = 'packages/nodes/src/catalogue.ts'

const fillUp = `
const own = nodeCatalogue.length
for (let n = own; n < ${count}; n++) {
  const type = nodeCatalogue[n % own]
  const { name, label } = type.definition
  nodeCatalogue.push({ ...type, definition: { ...type.definition, name: name + n, label: label + ' ' + n } })
}
`

let isFilled = false
const plugin: Plugin = {
  name: 'many-types',
  transform(code, id) {
    if (!id.replaceAll('\\', '/').endsWith(CATALOGUE)) return null
    isFilled = true
    return { code: code + fillUp }
  },
}

await buildServer(REPOSITORY_ROOT, { outDir: folder, plugins: [plugin] })
if (!isFilled) throw new Error(`${CATALOGUE} is no part of the server: name the file that lists the nodes.`)
