import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type LoaderCase, loaderCases } from '@runnel/nodes/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileValue, loadersHere } from '../../testing/every-node/loaders-here.ts'
import { libraryFlow } from '../../testing/every-node/node-flows.ts'
import { type NodeWorld, startNodeWorld } from '../../testing/every-node/node-world.ts'
import { onDatabases } from '../../testing/every-node/on-databases.ts'

/** Writes the folders of the cases, and the operator's list of them; gives the list. */
async function listFolders(base: string, cases: readonly LoaderCase[]): Promise<string> {
  const list: Record<string, { path: string }> = {}
  for (const { folder } of cases) {
    if (!folder) continue
    list[folder.name] = { path: join(base, folder.name) }
    for (const [path, text] of Object.entries(folder.files)) {
      await mkdir(dirname(join(base, folder.name, path)), { recursive: true })
      await writeFile(join(base, folder.name, path), text)
    }
  }
  const file = join(base, 'folders.json')
  await writeFile(file, JSON.stringify(list))
  return file
}

/** Every loader, whole: its documents are taken into a store, and an answer names them. */
onDatabases({ title: 'loaders', cases: loadersHere(loaderCases), subject: 6 }, (kind, cases) => {
  let world: NodeWorld
  let base: string
  beforeAll(async () => {
    base = await mkdtemp(join(tmpdir(), 'runnel-loaders-'))
    world = await startNodeWorld({ kind, env: { LOADER_FOLDERS: await listFolders(base, cases) } })
  })
  afterAll(async () => {
    await world.stop()
    await rm(base, { recursive: true })
  })

  test.each(cases)('$node $does fills a store, with its key', async (loader) => {
    const { node, credential: fields, server, gives } = loader
    const credential = fields && (await world.makeKey(node, fields))
    const values = { ...fileValue(loader), ...loader.values }
    const flowId = await world.save(libraryFlow({ source: { node, values, credential } }))
    const sent = world.play((request) => server?.answer(request) ?? { status: 599, headers: {}, body: '' })
    const distinct = new Set(gives.map((each) => JSON.stringify(each)))
    expect(await world.upsert(flowId)).toMatchObject({ numAdded: distinct.size })
    const { sourceDocuments = [] } = await world.ask(flowId, 'Which tea?')
    const byText = (a: { pageContent: string }, b: { pageContent: string }) =>
      a.pageContent.localeCompare(b.pageContent)
    expect(sourceDocuments.toSorted(byText)).toMatchObject(gives.toSorted(byText))
    expect(sent.length > 0).toBe(server !== undefined)
    for (const { url } of sent) expect(server?.hosts).toContain(url.host)
  })
})
