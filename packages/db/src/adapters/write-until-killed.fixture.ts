import { openDatabase } from '../open-database.ts'

const [file, workspaceId] = process.argv.slice(2)
if (!file || !workspaceId) throw new Error('Give the file and the workspace.')

const WRITERS = 8
const database = await openDatabase({ kind: 'sqlite', file })

/** Writes pairs of variables for ever; a pair is acknowledged on standard output once it is committed. */
async function writePairs(writer: number, workspace: string): Promise<void> {
  for (let index = 0; ; index += 1) {
    // Of a process of its own: two variables never have one name.
    const name = `${process.pid}-${writer}-${index}`
    await database.write(workspace, async ({ variables }) => {
      await variables.insert({ name: `${name}-first`, type: 'static' })
      await variables.insert({ name: `${name}-second`, type: 'static' })
    })
    process.stdout.write(`${name}\n`)
  }
}

await Promise.all(Array.from({ length: WRITERS }, (_, writer) => writePairs(writer, workspaceId)))
